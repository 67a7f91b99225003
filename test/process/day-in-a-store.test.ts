import { testDocument } from '../helpers/docs.ts'

testDocument('docs/guides/a-day-in-a-store.md')
testDocument('docs/guides/laboratory.md')
