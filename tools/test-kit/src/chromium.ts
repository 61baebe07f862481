import { readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { afterAll } from 'vitest'
import { casesOf } from './cases.js'

/**
 * Opens a page in a separate context. Its errors and requests to other hosts are added to `trouble`. If its policy forbids
 * `eval`, wait for locators, because `waitForFunction` needs `eval`.
 */
export type OpenPage = (options?: BrowserContextOptions) => Promise<{ page: Page; trouble: string[] }>

/** The screens that pages are tested on: three widths, light and dark; for each change, each width only in one of them. */
export const screens = [390, 1024, 1920].flatMap((width, index) =>
  (['light', 'dark'] as const)
    .filter((_, scheme) => casesOf(2, 1) === 2 || scheme === index % 2)
    .map((colorScheme) => ({ viewport: { width, height: 900 }, colorScheme })),
)

/** A suffix for titles of browser tests: why there is no browser. Skip the tests if it is not empty. */
export const noChromium =
  chromiumProgram() === undefined ? ' (no chromium or google-chrome in /usr/bin or on the PATH)' : ''

/** Opens pages in a real Chromium, which is closed after the tests of the calling `describe`. */
export function usePages(): OpenPage {
  let browser: Promise<Browser> | undefined
  afterAll(async () => (await browser)?.close())
  return async (options) => {
    const executablePath = chromiumProgram()
    if (executablePath === undefined) throw new Error(`No browser${noChromium}`)
    browser ??= chromium.launch({ executablePath, args })
    return openPage(await browser, options)
  }
}

/** The violations that axe finds on a page, each as `rule: help: first element`. */
export async function accessibilityTrouble(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate(() => globalThis.axe.run())
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0]?.html ?? ''}`)
}

declare global {
  var axe: typeof import('axe-core')
}

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const axeScript = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function openPage(browser: Browser, options?: BrowserContextOptions) {
  const context = await browser.newContext(options)
  // Added to the context, so that the content policy of pages does not change.
  await context.addInitScript({ content: axeScript })
  const page = await context.newPage()
  const trouble: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) trouble.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => trouble.push(`error: ${error.message}`))
  page.on('dialog', (dialog) => {
    trouble.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (!/^(?:file|data|blob):|^http:\/\/127\.0\.0\.1:/u.test(request.url()))
      trouble.push(`request: ${request.url()}`)
  })
  return { page, trouble }
}

function chromiumProgram(): string | undefined {
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)]
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isFile)
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}
