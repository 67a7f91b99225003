# Prints what a copy must do, from the list of all animals to the newest event.
: "${PETSTORE_BASE_URL:=http://127.0.0.1:8081/v1}"
get() {
  curl -sS --fail-with-body -H "Authorization: Bearer $PETSTORE_API_KEY" "$PETSTORE_BASE_URL$1"
}

# 1. The newest event comes first: what happens while you list is then followed.
event=$(get /usage | jq -r .lastEventId)

# 2. List all animals. Each page begins behind the last id that you have stored.
after=0
while page=$(get "/pets?limit=100&after=$after") && [ "$page" != '[]' ]; do
  jq -r '.[] | "put \(.id) \(.name)"' <<< "$page"
  after=$(jq -r '.[-1].id' <<< "$page")
done
echo "listed to $after"

# 3. Follow the log from that event on. An empty page says that you are up to date.
types=pet.created,pet.updated,pet.deleted,pets.imported
while page=$(get "/events?after=$event&type=$types") && [ "$page" != '[]' ]; do
  jq -r '.[] | "\(.type) \(.data.pet.id)"' <<< "$page"
  event=$(jq -r '.[-1].id' <<< "$page")
done
echo 'up to date'
