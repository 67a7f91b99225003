import { testDocument } from '../helpers/docs.ts'

testDocument('docs/tutorial.md')
