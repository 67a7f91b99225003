import type { Plan } from './seed.ts'
import { putFaultIn } from './faults.ts'

// The plan comes as JSON, and what came of it is printed as JSON.
const plan = JSON.parse(process.argv[2] ?? '') as Plan
if (plan.fault !== undefined) putFaultIn(plan.fault)
// Behind the fault, which changes what is loaded.
const { simulate } = await import('./seed.ts')
const simulated = await simulate(plan)
process.stdout.write(`${JSON.stringify(simulated)}\n`, () => process.exit(0))
