import { learn } from './language.ts'
import { readSignedIn } from './load-language.ts'

learn(await readSignedIn())
