: "${PETSTORE_BASE_URL:=http://127.0.0.1:8081/v1}"
mcp=${PETSTORE_BASE_URL%/v1}/mcp
send() {
  curl -sS -H "Authorization: Bearer $PETSTORE_API_KEY" -H 'Content-Type: application/json' "$mcp" \
    -d "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"$1\", \"params\": $2}"
}

send tools/list '{}' | jq -r '[.result.tools[].name] | "tools: \(join(", "))"'

pet=$(send tools/call '{"name": "search_animals", "arguments": {"status": "available", "limit": 1}}' |
  jq -r '.result.structuredContent.items[0].id')
hold="{\"name\": \"hold_animal\", \"arguments\": {\"petId\": \"$pet\"}}"
send tools/call "$hold" | jq -r '"held: animal \(.result.structuredContent.petId)"'
send tools/call "$hold" | jq -r 'select(.result.isError) | .result.content[0].text | split(":")[0]'
