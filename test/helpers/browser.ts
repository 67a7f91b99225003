import { type Browser, chromium, type Page } from 'playwright-core'

/** Keeps Chromium from every connection of its own; the test's pages are all that it opens. */
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The widths that the page is looked at in, in CSS pixels. */
export const screens = {
  desktop: { width: 1_280, height: 900 },
  phone: { width: 390, height: 844 },
} as const

export type PageOptions = {
  readonly screen?: keyof typeof screens
  readonly dark?: boolean
  readonly scripts?: boolean
}

/** A page, and what went on in it that a user would not want. */
export type WatchedPage = {
  readonly page: Page
  /** Errors and warnings of the console, and exceptions that nothing caught. */
  readonly complaints: string[]
  /** Every URL that the page asked for. */
  readonly requests: string[]
}

/** Starts Debian's Chromium with a profile of its own. */
export const startBrowser = async (): Promise<Browser> =>
  await chromium.launch({ executablePath: '/usr/bin/chromium', args: quiet })

/** Opens a URL in a window that shares nothing with others, and waits until the page is done. */
export const openPage = async (
  browser: Browser,
  url: string,
  { screen = 'desktop', dark = false, scripts = true }: PageOptions = {},
): Promise<WatchedPage> => {
  const page = await browser.newPage({
    viewport: screens[screen],
    colorScheme: dark ? 'dark' : 'light',
    javaScriptEnabled: scripts,
    reducedMotion: 'reduce',
  })
  const complaints: string[] = []
  const requests: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(url)
  if (scripts) await page.locator('.opblock').first().waitFor()
  return { page, complaints, requests }
}
