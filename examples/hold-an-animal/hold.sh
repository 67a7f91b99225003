: "${PETSTORE_BASE_URL:=http://127.0.0.1:8081/v1}"
send() {
  curl -sS -H "Authorization: Bearer $PETSTORE_API_KEY" -H 'Content-Type: application/json' "$@"
}

# The newest first: the oldest is what everybody else tries, too.
for pet in $(send "$PETSTORE_BASE_URL/pets?status=available&sort=-id&limit=5" | jq -r '.[].id'); do
  # The same key for every try of this order: however often it is sent, it is placed once.
  key=$(head -c 16 /dev/urandom | od -An -tx1 | tr -d ' \n')
  order=$(send --retry 4 -H "Idempotency-Key: $key" "$PETSTORE_BASE_URL/store/orders" \
    -d "{\"petId\": $pet, \"reference\": \"walk-in 12\"}")
  case $(jq -r '.code // .status' <<< "$order") in
    placed) break ;;
    pet_not_available) echo "animal $pet is gone; the next one" ;;
    *) jq -r .message <<< "$order"; exit 1 ;;
  esac
done
id=$(jq -r .id <<< "$order")
jq -r '"held: animal \(.petId), order \(.status)"' <<< "$order"

# The customer came and takes it home.
send -X PATCH "$PETSTORE_BASE_URL/store/orders/$id" -d '{"status": "delivered"}' | jq -r .status
