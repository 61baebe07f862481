import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Run } from '../../run/run.js'
import { readPageCode } from '../write-report.js'
import { newPage, openFile } from './chromium.js'
import { pageOf, reportOf } from './sample-report.js'

/** What to open, and how. */
export interface Visit {
  readonly browser: Browser
  readonly runs: readonly Run[]
  readonly options?: BrowserContextOptions
}

const usualPages = new WeakMap<Browser, Promise<Page>>()

/** Each new page takes a process and the time of its start: without options all visits of a browser share one. */
function usualPage(browser: Browser): Promise<Page> {
  const page = usualPages.get(browser) ?? newPage(browser)
  usualPages.set(browser, page)
  return page
}

/** Opens the page of some runs, acts, and checks that nothing went wrong and nothing was asked of a network. */
export async function visit(
  { browser, runs, options }: Visit,
  act: (page: Page) => Promise<void>,
): Promise<void> {
  const reports = runs.map((run, place) => reportOf(run, `run ${place + 1}`))
  const page = await (options === undefined ? usualPage(browser) : newPage(browser, options))
  const problems = await openFile(page, pageOf(reports, readPageCode()))
  await act(page)
  expect(problems).toEqual([])
  if (options !== undefined) await page.context().close()
}
