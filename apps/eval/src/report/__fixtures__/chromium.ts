import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { temporaryFolder } from '@recallite/test-kit'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** A browser that this machine has; without one tests of the page are to be skipped. */
export const installedChromium = places.find((place) => existsSync(place))

/** Starts it. */
export function startChromium(): Promise<Browser> {
  return chromium.launch(installedChromium === undefined ? {} : { executablePath: installedChromium })
}

/** Whatever a page that needs nothing else must not do. */
function watch(page: Page, own: string): string[] {
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(`error: ${message}`))
  page.on('console', (message) => problems.push(`console: ${message.text()}`))
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== own) problems.push(`request: ${request.url()}`)
  })
  return problems
}

/** A page in a browser without a network. */
export async function newPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const usual = { offline: true, viewport: { width: 1280, height: 900 } }
  const context = await browser.newContext({ ...usual, ...options })
  return context.newPage()
}

/** Opens a file in a page, on a screen and not on paper; returns what went wrong in it so far. */
export async function openFile(page: Page, html: string): Promise<string[]> {
  const file = join(temporaryFolder(), 'report.html')
  writeFileSync(file, html)
  const url = pathToFileURL(file).href
  page.removeAllListeners()
  await page.emulateMedia({ media: null })
  const problems = watch(page, url)
  await page.goto(url)
  return problems
}
