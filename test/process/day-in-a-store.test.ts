import { testDocument } from '../helpers/docs.ts'

testDocument('docs/tutorial.md')
testDocument('docs/guides/a-day-in-a-store.md')
testDocument('docs/guides/laboratory.md')
