import { Agent } from 'node:http'
import type { TestContext } from 'node:test'
import { errorOf } from '../helpers/http.ts'
import { placeOrder } from '../helpers/orders.ts'
import { atOnce, type FragileService } from '../helpers/fragile-service.ts'

/** What a race for animals came to. */
export type RaceFigures = {
  readonly rounds: number
  /** Orders that were placed. */
  readonly placed: number
  /** Callers that were told that the animal is not available. */
  readonly refused: number
}

const callers = 1_000
/** Connections from one address are limited. */
const connections = 900

/** Lets 1,000 callers at once order one animal, round after round. */
export const race = async (
  t: Pick<TestContext, 'after'>,
  run: Pick<FragileService, 'call'>,
  rounds: number,
): Promise<RaceFigures> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  t.after(() => agent.destroy())
  let placed = 0
  let refused = 0
  for (let round = 1; round <= rounds; round += 1) {
    const body = { name: `Round ${round}`, categoryId: 3 }
    const { text } = await run.call('/pets', { method: 'POST', body })
    const { id: petId } = JSON.parse(text)
    const answers = await atOnce(callers, () => placeOrder(run, { petId }, { agent }))
    for (const answer of answers) {
      if (answer.status === 201) placed += 1
      else if (errorOf(answer).code === 'pet_not_available') refused += 1
    }
  }
  return { rounds, placed, refused }
}
