import { testDocument } from '../helpers/docs.ts'

testDocument('docs/operations.md')
