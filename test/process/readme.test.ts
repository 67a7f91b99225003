import { testDocument } from '../helpers/docs.ts'

// The plan of the key that a new service prints.
testDocument('README.md', 'free')
