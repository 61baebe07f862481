import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installedChromium, startChromium } from './__fixtures__/chromium.js'
import { mail, respond, sample } from './__fixtures__/sample-page.js'
import { runOf } from './__fixtures__/sample-run.js'
import { visit } from './__fixtures__/visit.js'

function listed(page: Page) {
  return page.locator('#query-list > li')
}

function field(page: Page, label: string) {
  return page.locator('#filter').getByLabel(label)
}

function open(page: Page, text: string) {
  return page.getByRole('button', { name: text, exact: true }).click()
}

describe.skipIf(installedChromium === undefined)('queries in a report, in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await startChromium()
  })
  afterAll(() => browser.close())

  it('lists queries a page at a time', async () => {
    await visit({ browser, runs: [sample] }, async (page) => {
      expect(await page.getByRole('status').textContent()).toBe('71 of 71 queries')
      expect(await listed(page).count()).toBe(50)
      await page.getByRole('button', { name: 'Show more' }).click()
      expect(await listed(page).count()).toBe(71)
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Where is thing number 50?')
      expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
    })
  })

  it('finds queries by words, suite, kind and outcome', async () => {
    await visit({ browser, runs: [sample] }, async (page) => {
      const count = () => page.getByRole('status').textContent()
      await field(page, 'Search').fill('thing 68 NUMBER')
      expect(await listed(page).allTextContents()).toEqual([
        expect.stringContaining('Where is thing number 68?'),
      ])
      await field(page, 'Search').fill('')
      await field(page, 'Suite').selectOption('mail')
      expect(await count()).toBe('1 of 71 queries')
      expect(await field(page, 'Kind').locator('option').allTextContents()).toEqual(['all', 'post'])
      await field(page, 'Suite').selectOption('notes')
      await field(page, 'Kind').selectOption('vague')
      expect(await count()).toBe('23 of 71 queries')
      await field(page, 'Outcome').selectOption('missed by')
      await field(page, 'Strategy').selectOption('keyword')
      expect(await count()).toBe('23 of 71 queries')
      await field(page, 'Outcome').selectOption('found by')
      expect(await count()).toBe('0 of 71 queries')
      await field(page, 'Kind').selectOption('all')
      await field(page, 'Outcome').selectOption('strategies disagree')
      expect(await count()).toBe('47 of 71 queries')
      await field(page, 'Outcome').selectOption('no document answers')
      expect(await count()).toBe('23 of 71 queries')
    })
  })

  it('opens a query with three lists side by side, relevant documents marked in words', async () => {
    await visit({ browser, runs: [sample] }, async (page) => {
      await open(page, 'Where is thing number 3?')
      const rankings = page.locator('.ranking')
      expect(await rankings.locator('h4').allTextContents()).toEqual([
        'keyword',
        'vector',
        'Ranked by convexrrf',
      ])
      const first = rankings.nth(0).locator('.hit').first()
      expect(await first.innerText()).toMatch(
        /^1\s+note-3\.md\s+lines 3–9\s+★ relevant, grade 2\s+Notes › note-3\.md\s+What/,
      )
      expect(await first.innerText()).toMatch(
        /score 0\.750 confidence 0\.500\s+keyword\s+rank\s+#2\s+score\s+7\.500\s+adds\s+\+0\.250\s+matches 40 % of the question\s+vector/,
      )
      expect(await first.getByText('of the question').count()).toBe(1)
      expect(await rankings.nth(1).getByText('★').count()).toBe(0)
      expect(await rankings.nth(2).locator('.hit').count()).toBe(10)
      expect(await page.locator('.expected li').allTextContents()).toEqual([
        '★ relevant, grade 2 note-3.md',
        '★ relevant also-3.md',
      ])
      const boxes = await Promise.all([0, 1, 2].map((index) => rankings.nth(index).boundingBox()))
      expect(new Set(boxes.map((box) => box?.y)).size).toBe(1)
    })
  })

  it('shows the ranking of the strategy that is chosen, then for other queries as well', async () => {
    await visit({ browser, runs: [sample] }, async (page) => {
      await open(page, 'Where is thing number 3?')
      await page.getByLabel('Ranked by').selectOption('rrf')
      expect(await page.locator('.ranking').nth(2).innerText()).toContain('rrf-0.md')
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SELECT')
      await open(page, 'Where is thing number 3?')
      expect(await page.locator('.query-detail').count()).toBe(0)
      await open(page, 'Where is thing number 4?')
      expect(await page.locator('.ranking').nth(2).innerText()).toContain('rrf-0.md')
    })
  })

  it('shows what there is of runs without retrievers alone, and bare documents of bare runs', async () => {
    const fused = runOf([mail], ['convex'], respond)
    await visit({ browser, runs: [fused] }, async (page) => {
      await open(page, 'Who wrote the letter?')
      expect(await page.locator('.ranking h4').allTextContents()).toEqual(['Ranked by convex'])
    })
    const bare = runOf([mail], ['trec'], () => ({
      documents: ['m1.md'],
      ranking: [],
      results: null,
      timings: null,
    }))
    await visit({ browser, runs: [bare] }, async (page) => {
      await open(page, 'Who wrote the letter?')
      expect(await page.locator('.ranking').allInnerTexts()).toEqual([
        expect.stringMatching(/^Ranked by[^]*1\s+m1\.md\s+★ relevant$/),
      ])
    })
  })

  it('can be used with the keyboard alone', async () => {
    await visit({ browser, runs: [sample] }, async (page) => {
      await field(page, 'Search').focus()
      await page.keyboard.type('number 12')
      expect(await listed(page).count()).toBe(1)
      for (const id of ['filter-suite', 'filter-kind', 'filter-outcome']) {
        await page.keyboard.press('Tab')
        expect(await page.evaluate(() => document.activeElement?.id)).toBe(id)
      }
      await page.keyboard.press('Tab')
      const button = page.locator('.query button')
      expect(await button.evaluate((each) => each === document.activeElement)).toBe(true)
      const outline = await button.evaluate((each) => getComputedStyle(each, '::after').outlineStyle)
      expect(outline).toBe('solid')
      await page.keyboard.press('Enter')
      expect(await button.getAttribute('aria-expanded')).toBe('true')
      await page.keyboard.press('Space')
      expect(await button.getAttribute('aria-expanded')).toBe('false')
      const boxes = page.locator('.scroll')
      expect(await boxes.count()).toBeGreaterThan(5)
      expect(
        await boxes.evaluateAll((all) => all.filter((each) => (each as HTMLElement).tabIndex !== 0)),
      ).toEqual([])
    })
  })
})
