import { Type } from '../../src/base/schema/type.ts'
import type { Contents } from '../../src/base/data/contents.ts'
import type { Table } from '../../src/base/data/table.ts'
import { type NewPet, Pet } from '../../src/resources/pets/pet.ts'
import { pets } from '../../src/resources/pets/table.ts'
import { contents } from '../../src/resources/index.ts'
import type { Step } from '../../src/store/sql/steps.ts'

/** The contents of a later version: animals have an optional field more. */

/** The step that brings it. */
export const nicknameStep: Step = { table: 'pets', field: 'nickName', kind: 'string' }

export const nicknamedPets: Table = {
  ...pets,
  schema: Type.Object({ ...Pet.properties, nickName: Type.Optional(Type.String()) }),
}

export const laterContents: Contents = {
  ...contents,
  tables: contents.tables.map((table) => (table.name === 'pets' ? nicknamedPets : table)),
}

/** An animal with the field, as a rule of the later version adds it. */
export const nicknamed: NewPet & { readonly nickName: string } = {
  name: 'Rex',
  categoryId: 3n,
  status: 'available',
  nickName: 'Rexi',
}

export const nicknamedPage =
  '[{"id":1,"name":"Rex","categoryId":3,"status":"available","nickName":"Rexi"}]'
