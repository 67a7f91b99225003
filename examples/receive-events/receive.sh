# Verifies a message with openssl: its id and time come from the headers, its body from a file.
# Usage: receive.sh ID TIMESTAMP SIGNATURE BODY, with the secret in $WEBHOOK_SECRET
key=$(printf %s "${WEBHOOK_SECRET#whsec_}" | base64 -d | od -An -tx1 | tr -d ' \n')
expected=$({ printf '%s.%s.' "$1" "$2"; cat "$4"; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)

age=$(($(date +%s) - $2))
if [ "${age#-}" -gt 300 ]; then echo 'too old'; exit 1; fi
# There may be two signatures, for two secrets.
case " $3 " in
  *" v1,$expected "*) jq -r .type "$4" ;;
  *) echo 'not from the store'; exit 1 ;;
esac
