import type { Plan } from './seed.ts'
import { putFaultIn } from './faults.ts'

let isFirst = true

const take = async (plan: Plan): Promise<void> => {
  if (isFirst && plan.fault !== undefined) putFaultIn(plan.fault)
  isFirst = false
  // Behind the fault, which changes what is loaded.
  const { simulate } = await import('./seed.ts')
  process.send?.(await simulate(plan))
}

// A message is a plan, and what came of it is the answer.
process.on('message', (plan: Plan) => void take(plan))
