import type { Delivery, Webhook } from '../../../client/src/index.ts'
import { countText, t } from '../core/language.ts'
import { serviceNow, timeText } from '../core/time.ts'
import type { IconName } from '../parts/icon-names.ts'

/** The label, the icon and the colour of each state of an endpoint; those that need attention come first. */
export const stateLooks: Readonly<Record<Webhook['state'], readonly [string, IconName, string]>> = {
  failing: [t('Failing'), 'warning', 'amber'],
  disabled: [t('Off'), 'square', 'grey'],
  unverified: [t('Not checked'), 'ring', 'grey'],
  enabled: [t('On'), 'disc', 'green'],
}

/** The label, the icon and the colour of each state of a delivery. */
export const deliveryLooks: Readonly<
  Record<Delivery['status'], readonly [string, IconName, string]>
> = {
  failed: [t('Failed'), 'cross', 'red'],
  pending: [t('Waiting'), 'clock', 'amber'],
  delivered: [t('Delivered'), 'tick', 'green'],
}

/** Sorts endpoints so that those that need attention come first. */
export const byNeed = (webhooks: readonly Webhook[]): readonly Webhook[] =>
  Object.keys(stateLooks).flatMap((state) => webhooks.filter((webhook) => webhook.state === state))

/** Why an endpoint is in its state, with the service's UTC times converted to local times. */
export const reasonText = ({ reason = '' }: Webhook): string =>
  reason.replaceAll(/\d+-\d+-\d+T[\d:.]+Z/g, (time) => timeText(time))

/** A duration: "0.2 s", "12 ms". */
export const tookText = (milliseconds: number): string =>
  milliseconds < 100
    ? `${milliseconds} ms`
    : t('{seconds} s', { seconds: countText(Math.round(milliseconds / 100) / 10) })

export type Attempt = Delivery['attempts'][number]

/** Whether an attempt succeeded, with a 2xx status. */
export const isSuccess = ({ status = 0 }: Attempt): boolean => Math.floor(status / 100) === 2

/** The response to an attempt, or why there was none: "500", "No connection within 5 seconds". */
export const answerText = ({ status, reason = t('No answer.') }: Attempt): string =>
  status === undefined ? reason.replace(/\.$/, '') : String(status)

/** When the next attempt is due. One that is already due waits for its turn, or for the endpoint. */
export const nextText = (time: string): string =>
  Date.parse(time) > serviceNow()
    ? t('next attempt {time}', { time: timeText(time) })
    : t('next attempt soon')
