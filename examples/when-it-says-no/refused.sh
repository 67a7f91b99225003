: "${PETSTORE_BASE_URL:=http://127.0.0.1:8081/v1}"
call() {
  answer=$(curl -sS -D headers -w '\n%{http_code}' -H "Authorization: Bearer $PETSTORE_API_KEY" \
    -H 'Content-Type: application/json' "$@")
  status=${answer##*$'\n'}
  code=$(jq -r '.code // empty' <<< "${answer%$'\n'*}")
}

explain() {
  case $status in
    2?? | 304) echo 'done' ;;
    400 | 413 | 415 | 422) echo "$code: mend the request; the message says what is wrong" ;;
    401 | 403) echo "$code: use another key" ;;
    404 | 410) echo "$code: it is not there" ;;
    409 | 412) echo "$code: read it again, then decide" ;;
    429 | 503) echo "$code: wait $(sed -n 's/^[Rr]etry-[Aa]fter: \([0-9]*\).*/\1/p' headers) s" ;;
    *) echo "$code: try again later, with the same Idempotency-Key" ;;
  esac
}

call "$PETSTORE_BASE_URL/pets" -d '{"name": ""}'
explain
call "$PETSTORE_BASE_URL/store/orders/9999"
explain
tag=$(curl -sS -D - -o pet -H "Authorization: Bearer $PETSTORE_API_KEY" \
  "$PETSTORE_BASE_URL/pets?id=1" | sed -n 's/^[Ee][Tt]ag: \(.*\)\r$/\1/p')
call -X PATCH "$PETSTORE_BASE_URL/pets/1" -H "If-Match: $tag" -d '{"name": "Rexy"}'
explain
call -X PATCH "$PETSTORE_BASE_URL/pets/1" -H "If-Match: $tag" -d '{"name": "Max"}'
explain
