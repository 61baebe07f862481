import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Run } from '../../run/run.js'
import { readPageCode } from '../write-report.js'
import { openFile } from './chromium.js'
import { pageOf, reportOf } from './sample-report.js'

/** What to open, and how. */
export interface Visit {
  readonly browser: Browser
  readonly runs: readonly Run[]
  readonly options?: BrowserContextOptions
}

/** Opens the page of some runs, acts, and checks that nothing went wrong and nothing was asked of a network. */
export async function visit(
  { browser, runs, options }: Visit,
  act: (page: Page) => Promise<void>,
): Promise<void> {
  const reports = runs.map((run, place) => reportOf(run, `run ${place + 1}`))
  const { page, problems } = await openFile(browser, pageOf(reports, readPageCode()), options)
  await act(page)
  expect(problems).toEqual([])
  await page.context().close()
}
