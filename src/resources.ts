import { contentsOf } from './data/contents.ts'
import { petCreateRule } from './pets/changes.ts'
import { pets } from './pets/table.ts'

/** What the store of an environment holds: a line for each resource. Commands read it without the server. */
export const contents = contentsOf([{ tables: [pets], rules: [petCreateRule] }])
