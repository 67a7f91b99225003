import { useEffect, useState } from 'preact/hooks'
import type { Pet } from '../../../client/src/index.ts'
import { categoryText } from '../categories/names.ts'
import { readInt64 } from '../core/int64.ts'
import { Choices } from '../parts/choices.tsx'
import { Field } from '../parts/field.tsx'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { may } from '../session/session.ts'

/** Milliseconds after the last key until animals are looked for. */
const pause = 300

/** Animals that are offered at once. */
const maxFound = 6

/** Asks which animal, by its number or the beginning of its name. One that is the only one is chosen. */
export const WhichAnimal = ({
  text,
  chosen,
  fault,
  onInput,
  onChoose,
}: {
  readonly text: string
  readonly chosen: Pet | undefined
  readonly fault: string | undefined
  readonly onInput: (text: string) => void
  readonly onChoose: (pet: Pet | undefined) => void
}) => {
  const [found, setFound] = useState<readonly Pet[] | undefined>()
  useEffect(() => {
    const name = text.trim()
    const id = readInt64(name)
    setFound(undefined)
    onChoose(undefined)
    if (name === '' || !may('pets:read')) return undefined
    const left = new AbortController()
    const look = async (): Promise<void> => {
      const filter =
        id === undefined ? { name, status: 'available' as const, limit: maxFound } : { id }
      const { items } = (await ask(callOf('pets', 'list', filter), left.signal)).data
      setFound(items)
      if (items.length === 1) onChoose(items[0])
    }
    const timer = setTimeout(() => void look().catch(() => undefined), pause)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [text])
  return (
    <>
      <Field
        label="Animal"
        hint="Its number, or how its name begins."
        autofocus
        value={text}
        fault={fault}
        onInput={onInput}
      />
      {found?.length === 0 && <p class="hint">No available animal is called so.</p>}
      {found && found.length > 0 && (
        <Choices
          legend="Which one"
          options={found.map((pet) => [
            pet.id,
            <span>
              <bdi>{pet.name}</bdi>, <bdi>{categoryText(pet.categoryId)}</bdi>, number {pet.id}
            </span>,
          ])}
          chosen={chosen?.id}
          onChoose={(id) => onChoose(found.find((pet) => pet.id === id))}
        />
      )}
    </>
  )
}
