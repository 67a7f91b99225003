import { useEffect, useRef } from 'preact/hooks'
import { t } from '../core/language.ts'
import { gate } from '../requests/ask.ts'
import { type Readiness, readiness } from '../requests/ready.ts'
import type { IconName } from './icon-names.ts'
import { Icon } from './icons.tsx'
import { say } from './say.ts'

const looks: Readonly<Record<Readiness, readonly [text: string, IconName, colour: string]>> = {
  ready: [t('The store is ready.'), 'disc', 'green'],
  reads: [t('Nothing can be saved now.'), 'half', 'amber'],
  down: [t('The store is not ready.'), 'warning', 'red'],
}

/** Whether the store can serve: a dot while it can or the banner says otherwise, else an icon and words. */
export const ReadyDot = () => {
  const trouble = gate.trouble.value?.kind
  // A request without a response is the earliest sign.
  const state = trouble === 'offline' || trouble === 'busy' ? 'down' : readiness.value
  const before = useRef({ state, trouble })
  useEffect(() => {
    const last = before.current
    before.current = { state, trouble }
    // The banner announces the gate's troubles and their end.
    const isTold = trouble !== undefined || last.trouble !== undefined
    if (state && last.state && state !== last.state && !isTold) say(looks[state][0])
  }, [state, trouble])
  if (state === undefined) return null
  const [text, icon, colour] = looks[state]
  const hasWords = state !== 'ready' && trouble === undefined
  return (
    <span class={`${hasWords ? 'chip' : 'dot'} ${colour}`} title={text}>
      <Icon name={icon} /> <span class={hasWords ? '' : 'unseen'}>{text}</span>
    </span>
  )
}
