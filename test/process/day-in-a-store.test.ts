import { testDocument } from '../helpers/docs.ts'

testDocument('docs/day-in-a-store.md')
