import { stepsFor } from '../../sql/steps.ts'
import { initial } from './0001-initial.ts'
import { leases } from './0002-leases.ts'

/** Every step of the schema, in order; step n brings a database from version n-1 to n. A published step never changes. */
export const migrations: readonly string[] = [initial, leases, ...stepsFor('postgres')]
