import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { type TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { sentences, translations } from '../../scripts/generators/sentences.ts'
import { type PageOptions, widthOf } from '../helpers/browser.ts'
import { type Console, openConsole, test } from '../helpers/console.ts'
import { patchOrder, placeOrder } from '../helpers/orders.ts'
import { png } from '../helpers/pictures.ts'
import { poll } from '../helpers/poll.ts'

/** What somebody has at hand: the keyboard and the mouse, or one thing alone. */
type Means = 'both' | 'keyboard' | 'mouse' | 'touch'

type Values = Readonly<Record<string, string>>
/** The least of the width and height of what can be pressed. */
const sizeOf = (place: Locator): Promise<number> =>
  place.evaluate((element) => {
    const { width, height } = (element.closest('label') ?? element).getBoundingClientRect()
    return Math.min(width, height)
  })

/** Where a place is, seen from the focus: 0 if it has it, 2 before it, 4 after it. */
const fromFocus = (place: Locator): Promise<number> =>
  place.evaluate((element) => {
    const target = element.closest('label')?.control ?? element
    const focused = element.ownerDocument.activeElement
    return focused === target ? 0 : focused.compareDocumentPosition(target) & 2 || 4
  })

/** Whether the focus, and what is chosen, can be seen, also where colours are the visitor's. */
const isRinged = `[document.activeElement, document.activeElement.closest('label')].some(
  (element) => element && getComputedStyle(element).outlineStyle !== 'none')`
const isMarked = `matchMedia('not (forced-colors: active)').matches ||
  getComputedStyle(document.querySelector('.offers [aria-selected=true]')).outlineStyle !== 'none'`

/** What somebody does by hand. Each key and each press counts as a step, and so does a text that is typed or pasted. */
const handOf = ({ page, answered }: Console, means: Means, locale: string) => {
  let steps = 0
  const say = (sentence: string, values: Values = {}): string => {
    const words = locale === 'en' ? sentence : translations(locale)[sentence]
    assert.ok(words !== undefined && sentences.includes(sentence), `${locale}: ${sentence}`)
    const last = words.split('|').at(-1) ?? ''
    return last.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  }
  const named =
    (role: 'button' | 'link' | 'menuitem') =>
    (sentence: string, values?: Values): Locator =>
      page.getByRole(role, { name: say(sentence, values), exact: true }).first()
  const link = named('link')
  const keys = async (...pressed: readonly string[]): Promise<void> => {
    for (const key of pressed) await page.keyboard.press(key)
    steps += pressed.length
  }
  /** Puts the focus into a field, or on a button, by Tab if there is a keyboard alone. */
  const focus = async (place: Locator): Promise<void> => {
    await place.waitFor()
    // What comes late would move it away from the finger.
    await answered()
    if (means === 'keyboard') {
      for (let tabs = 0, where = 4; where !== 0 && tabs < 100; tabs += 1) {
        where = await fromFocus(place)
        if (where !== 0) await keys(where === 2 ? 'Shift+Tab' : 'Tab')
      }
      assert.equal(await fromFocus(place), 0, `${String(place)} is not reached by Tab`)
      assert.ok(await page.evaluate(isRinged), `${String(place)} does not show its focus`)
      return
    }
    const size = await sizeOf(place)
    assert.ok(size >= 24, `${String(place)} is ${size} px`)
    await (means === 'touch' ? place.tap() : place.click())
    steps += 1
  }
  const press = async (...places: readonly Locator[]): Promise<void> => {
    for (const place of places) {
      await focus(place)
      if (means === 'keyboard') await keys('Enter')
      assert.equal(await widthOf(page), page.viewportSize()?.width, String(place))
    }
  }
  const has = (...these: readonly Means[]): boolean => these.includes(means)
  /** Presses keys, or without a keyboard the places that do the same. */
  const either = async (pressed: readonly string[], ...places: readonly Locator[]): Promise<void> =>
    has('both', 'keyboard') ? await keys(...pressed) : await press(...places)
  /** Presses a place that a narrow window shows only once another is pressed. */
  const pressBehind = async (other: Locator, place: Locator): Promise<void> => {
    await place.or(other).first().waitFor()
    await press(...((await place.isVisible()) ? [place] : [other, place]))
  }
  const shared = { say, link, keys, focus, press, has, pressBehind, either }
  return {
    ...shared,
    button: named('button'),
    menuitem: named('menuitem'),
    goTo: async (letter: string, screen: string): Promise<void> =>
      has('both', 'keyboard')
        ? await keys('g', letter)
        : await pressBehind(page.locator('nav.rail > button'), link(screen)),
    type: async (text: string): Promise<void> => {
      await page.locator(':is(input, textarea):focus').waitFor()
      await page.keyboard.insertText(text)
      steps += 1
    },
    /** Selects what is in a field, to type something else: all by a key, or by a double press. */
    select: async (place: Locator): Promise<void> => {
      if (has('both', 'keyboard')) return await keys('ControlOrMeta+a')
      await place.selectText()
      steps += 1
    },
    toast: async (sentence: string, values?: Values): Promise<void> =>
      await page.locator('.toast').getByText(say(sentence, values)).waitFor(),
    find: async (text: string, found: RegExp): Promise<void> => {
      await either(['/'], page.getByRole('combobox', { name: say('Find'), exact: true }))
      await page.keyboard.insertText(text)
      const option = page.getByRole('option', { name: found })
      await option.waitFor()
      if (means === 'keyboard') assert.ok(await page.evaluate(isMarked), 'the first is not marked')
      await either(['Enter'], option)
      steps += 1
    },
    count: (): number => steps,
  }
}

/** Does a task, from the list of animals on. */
type Task = (hand: ReturnType<typeof handOf>, page: Page) => Promise<void>

const rows = [
  ...Array.from({ length: 34 }, (_, n) => `Animal ${n}\tDogs`),
  ...Array.from({ length: 10 }, (_, n) => `Hamster ${n}\tHamstrs`),
  ...Array.from({ length: 6 }, (_, n) => `Bird ${n}\tBirdies`),
]

/** The rows of the table in the manual: the steps and the most requests of each task. */
const manual = [
  ...readFileSync(new URL('../../docs/console.md', import.meta.url), 'utf8').matchAll(
    /^\| ([^|]+) \| (\d+) \(\S+\) \| (\d+) \|/gm,
  ),
].map(([, name = '', steps, requests]) => ({
  name,
  steps: Number(steps),
  requests: Number(requests),
}))

/** The tasks by their names in the table of `docs/console.md`. */
const tasks: Readonly<Record<string, Task>> = {
  'Find “whis” and hold it for a person who phones': async (hand, page) => {
    const { find, press, button, type, either, toast, say } = hand
    await find('whis', /^Whisky/)
    await press(button('Hold {name}', { name: 'Whisky' }))
    await type('0958')
    const person = page.getByRole('option', { name: 'Jo Fox' })
    await person.waitFor()
    const hold = page.getByRole('dialog').getByRole('button', {
      name: say('Hold {name}', { name: 'Whisky' }),
    })
    await either(['Enter', 'Enter'], person, hold)
    await toast('{name} is on hold.', { name: 'Whisky' })
  },
  Adopt: async ({ has, press, button, menuitem, say, keys, toast }, page) => {
    const name = 'Pet 14'
    if (has('both', 'keyboard')) {
      await keys('ArrowDown')
      await page.locator('[data-row="15"]:focus').waitFor()
      await keys('m', 'a')
    } else {
      await press(button('{status}: mark {name} as', { status: say('Available'), name }))
      await press(menuitem('Adopted'))
    }
    await toast('{name} is {status}.', { name, status: say('adopted') })
  },
  'Take back': async (hand, page) => {
    const { goTo, has, keys, press, pressBehind, button, say, toast } = hand
    const take = button('{action} {name}', { action: say('Take back'), name: 'Pet 1' })
    await goTo('o', 'Orders')
    if (has('keyboard')) {
      await page.locator('.card [data-row]').first().waitFor()
      await keys('ArrowDown')
      await page.locator('.card [data-row]:focus').waitFor()
      await keys('ArrowRight')
      await page.locator('[data-row="1"]:focus').waitFor()
      await keys('m', 't')
    } else if (has('both')) await press(take)
    else await pressBehind(page.locator('.tabs').getByText(say('Handed over')), take)
    await toast('{name} came back and is available again.', { name: 'Pet 1' })
  },
  'Add one with a photo from the phone': async (hand, page) => {
    const { has, keys, press, link, button, type, either, say } = hand
    if (has('keyboard')) await keys('n')
    else await press(link('New').or(link('Add animal')).first())
    await type('Milo')
    await either(['Tab'], page.getByLabel(say('Category'), { exact: true }))
    await type('Dogs')
    await either(['Enter'], button('Add'))
    const opener = has('both')
      ? page.getByRole('link', { name: 'Milo', exact: true })
      : page.locator('.toast').getByRole('link')
    await press(opener)
    // Until the history is there, what stands above it may grow, and move the button.
    await page.getByRole('complementary').getByRole('listitem').first().waitFor()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      press(page.getByText(say('Add photos'))),
    ])
    const buffer = png(40, 40)
    await chooser.setFiles({ name: 'one.png', mimeType: 'image/png', buffer })
    const photos = page.getByRole('region', { name: say('Photos of {name}', { name: 'Milo' }) })
    await photos.getByRole('img').waitFor()
  },
  'Print a kennel card and an agreement': async ({ find, press, link, button }, page) => {
    await find('whis', /^Whisky/)
    await press(link('Kennel card'))
    await page.locator('.sheet svg[role=img], .sheet [role=img]').first().waitFor()
    await press(button('Print'), link('Back to the animal'), link('Adoption agreement'))
    await page.getByText(/^Jo Fox .*Whisky/).waitFor()
    await press(button('Print'))
  },
  'See who gave an animal away': async ({ find, say }, page) => {
    await find('Pet 1', /^Pet 1 /)
    const by = say('{time} by {name}', { time: '.*', name: 'A enterprise key' })
    const step = new RegExp(`^${say('Handed over')}${by}`, 's')
    await page.getByRole('complementary').getByRole('listitem').filter({ hasText: step }).waitFor()
  },
  'Mark 12 as adopted': async ({ has, keys, press, menuitem, either, say, toast }, page) => {
    const box = (number: number): Locator =>
      page.getByLabel(say('Choose {name}', { name: `Pet ${number}` }), { exact: true })
    if (has('keyboard')) {
      await keys('ArrowDown')
      await page.locator('[data-row]:focus').waitFor()
      await keys('Home', 'ArrowDown', 'x')
      await keys(...Array.from({ length: 11 }, () => 'ArrowDown'), 'Shift+X')
    } else if (has('touch')) for (let number = 13; number > 1; number -= 1) await press(box(number))
    else {
      await press(box(13))
      await page.keyboard.down('Shift')
      await press(box(2))
      await page.keyboard.up('Shift')
    }
    const bar = page.getByRole('region', { name: say('Chosen animals') })
    await press(bar.getByRole('button', { name: say('Mark as') }))
    await either(['a'], menuitem('Adopted'))
    await toast('{count} animal was changed.|{count} animals were changed.', { count: '12' })
  },
  'Add a colleague, and end her key': async (hand, page) => {
    const { goTo, press, link, button, type, either, say, toast } = hand
    const off = ['Switch off {name}', { name: 'Anna' }] as const
    await goTo('m', 'Team')
    await press(link('Add a colleague'))
    await type('Anna')
    await either(['Enter'], button('Add the colleague'))
    await press(button('Done'), button(...off))
    await press(page.getByRole('dialog').getByRole('button', { name: say(...off) }))
    await toast('{name} is switched off.', { name: 'Anna' })
  },
  'Find who is here longest': async ({ goTo, say }, page) => {
    await goTo('s', 'Statistics')
    await page
      .getByRole('table', { name: say('Available animals, the first added first') })
      .waitFor()
  },
  'Import 50, of which 16 have faults': async (hand, page) => {
    const { press, link, focus, say, type, button, select } = hand
    await press(link('Add many'))
    await focus(page.getByLabel(say('Paste cells from your spreadsheet here')))
    await type(rows.join('\n'))
    await press(button('Check them'))
    for (const [row, left] of [
      [35, 6],
      [45, 0],
    ]) {
      const field = page.getByLabel(
        say('{field} of row {row}', { field: say('Category'), row: String(row) }),
      )
      await focus(field)
      await select(field)
      await type('Dogs')
      await page
        .getByRole('main')
        .getByText(new RegExp(`^50 .*: ${50 - Number(left)} `))
        .waitFor()
    }
    await press(button('Add {count} animal|Add {count} animals', { count: '50' }))
    await page.getByRole('heading', { name: /^50 / }).waitFor()
  },
}

/** Does the ten tasks in a window, and tells what each took. */
const doTasks = async (
  t: TestContext,
  means: Means,
  width: number,
  { forcedColors, locale = 'en', ...options }: PageOptions & { readonly forcedColors?: 'active' },
): Promise<void> => {
  const names = ['Whisky', ...Array.from({ length: 14 }, (_, n) => `Pet ${n + 1}`)]
  const opened = await openConsole(t, {
    ...options,
    locale: locale === 'en' ? 'en-US' : locale,
    touch: means === 'touch',
    names,
  })
  const { app, page, go, answered } = opened
  await page.setViewportSize({ width, height: width < 600 ? 700 : 900 })
  if (forcedColors) await page.emulateMedia({ forcedColors })
  await app.call('/categories/3', { method: 'PUT', body: { name: 'Dogs' } })
  await app.call('/contacts', { method: 'POST', body: { name: 'Jo Fox', phone: '020 7946 0958' } })
  await placeOrder(app, { petId: 2, contactId: 1 })
  for (const status of ['approved', 'delivered']) await patchOrder(app, 1, { status })
  // Nothing is read because of what happened here: that depends on when.
  const usage = await app.call('/usage')
  await page.route(
    '**/v1/usage',
    async (route) => await route.fulfill({ json: JSON.parse(usage.text) }),
  )
  const reloaded = app.observations.length
  await page.reload()
  // What an opened page reads last.
  await poll(() => app.requests(reloaded).some(({ operation }) => operation === 'listEvents'))
  const hand = handOf(opened, means, locale)
  for (const { name, ...told } of manual) {
    await go('#/animals')
    // What was said of the task before is over what a finger looks for.
    await page.evaluate(`document.querySelector('.toast .quiet')?.click()`)
    await page.locator('.animals [data-row]').first().waitFor()
    await answered()
    const start = app.observations.length
    const before = hand.count()
    await tasks[name]?.(hand, page)
    await answered()
    const charged = app.requests(start).filter(({ decision }) => decision)
    const asked = charged.map(({ operation }) => operation)
    const steps = hand.count() - before
    t.diagnostic(`${name}: ${steps} steps, ${asked.length} requests`)
    if (means === 'both') assert.equal(steps, told.steps, name)
    assert.ok(asked.length <= told.requests, `${name}: ${asked.join()}`)
  }
}

test('the ten things of a day are those of the manual, at most two requests a step', () => {
  assert.equal(Object.keys(tasks).join('\n'), manual.map(({ name }) => name).join('\n'))
  // A Free key has 1,000 requests a day, and a morning has hundreds of steps.
  const [requests, steps] = (['requests', 'steps'] as const).map((what) =>
    manual.reduce((sum, each) => sum + each[what], 0),
  )
  const perStep = Number(requests) / Number(steps)
  assert.ok(perStep <= 2, `${perStep} requests a step`)
})

for (const [width, means, options] of [
  [1_280, 'both', {}],
  [1_440, 'keyboard', {}],
  [820, 'mouse', { dark: true, locale: 'de' }],
  [390, 'touch', { locale: 'de' }],
  [320, 'touch', { dark: true, locale: 'de' }],
  [1_440, 'keyboard', { forcedColors: 'active', locale: 'de' }],
] as const)
  test(`ten things of a day take no more requests than the manual says by ${means} at ${width} px: ${JSON.stringify(options)}`, async (t) =>
    await doTasks(t, means, width, options))
