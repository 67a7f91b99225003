import { after } from 'node:test'
import { type Browser, chromium, type Page, type Request } from 'playwright-core'
import type { Cleanup } from './cleanup.ts'
import { needs, testWith } from './needs.ts'
import { poll } from './poll.ts'

/** A test that is skipped without a browser. */
export const test = testWith(needs('chromium'))

/** Stops all background connections of Chromium, so that it opens only the pages of the test. */
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The widths in which the page is tested, in CSS pixels. */
export const screens = {
  desktop: { width: 1_280, height: 900 },
  phone: { width: 390, height: 844 },
  narrow: { width: 320, height: 640 },
} as const

/** What Playwright writes where it lets a page start no worker. */
const noWorker = 'Service Worker registration blocked by Playwright'

export type PageOptions = {
  readonly screen?: keyof typeof screens
  readonly dark?: boolean
  readonly scripts?: boolean
  /** Whether things may move. Without it the page is asked to move nothing. */
  readonly motion?: boolean
  /** The language of the browser. */
  readonly locale?: string
  /** What is there once the page is ready; without it, an operation of the reference page. */
  readonly ready?: string
  /** Whether the page may keep its files in a worker, which would answer in the place of what a test puts there. */
  readonly worker?: boolean
  /** Whether somebody touches the screen, and has no mouse. */
  readonly touch?: boolean
}

/** Debian's Chromium with a fresh profile: one for all tests of a file. */
let browser: Promise<Browser> | undefined
after(async () => await (await browser)?.close())

/** Opens a URL in a window that shares nothing with others, and waits until the page has loaded. */
export const openPage = async (
  t: Cleanup,
  url: string,
  {
    screen = 'desktop',
    dark = false,
    scripts = true,
    motion = false,
    locale = 'en-US',
    ready = '.opblock',
    worker = false,
    touch = false,
  }: PageOptions = {},
) => {
  browser ??= chromium.launch({ executablePath: '/usr/bin/chromium', args: quiet })
  const launched = await browser
  const page = await launched.newPage({
    viewport: screens[screen],
    locale,
    colorScheme: dark ? 'dark' : 'light',
    javaScriptEnabled: scripts,
    reducedMotion: motion ? 'no-preference' : 'reduce',
    hasTouch: touch,
    serviceWorkers: worker ? 'allow' : 'block',
  })
  t.after(async () => await page.close())
  /** Errors and warnings of the console, and uncaught exceptions. */
  const complaints: string[] = []
  /** Every URL that the page requested. */
  const requests: string[] = []
  page.on('console', (message) => {
    const text = message.text()
    if (['error', 'warning'].includes(message.type()) && text !== noWorker) complaints.push(text)
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  const inFlight = new Set<Request>()
  page.on('request', (request) => {
    requests.push(request.url())
    inFlight.add(request)
  })
  page.on('requestfinished', (request) => inFlight.delete(request))
  page.on('requestfailed', (request) => inFlight.delete(request))
  await page.goto(url)
  if (scripts) await page.locator(ready).first().waitFor()
  /** Waits until each request has its answer. If a test moved the time before, the page would give up waiting. */
  const answered = async (): Promise<void> => {
    await poll(() => inFlight.size === 0 || undefined)
  }
  return { page, complaints, requests, answered }
}

export type WatchedPage = Awaited<ReturnType<typeof openPage>>

/** How wide the whole page is, in CSS pixels. Until its style is loaded, a page may be wider than the window. */
export const widthOf = async (page: Page): Promise<number> => {
  await page.waitForLoadState()
  return await page.evaluate<number>('document.documentElement.scrollWidth')
}
