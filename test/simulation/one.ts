import type { Plan } from './seed.ts'
import { registerHooks } from 'node:module'
import { putFaultIn } from './faults.ts'

// Messages to webhooks go over the simulated network, instead of leaving from a thread.
registerHooks({
  resolve: (specifier, context, next) =>
    next(
      specifier === './sender-thread.ts' ? new URL('sender.ts', import.meta.url).href : specifier,
      context,
    ),
})

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
