import { testDocument } from '../helpers/docs.ts'

testDocument('README.md')
