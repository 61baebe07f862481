import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { casesOf, temporaryFolder } from '@recallite/test-kit'
import { accessibilityTrouble, noChromium, screens, usePages } from '@recallite/test-kit/chromium'
import { describe, expect, it } from 'vitest'
import { suiteOf } from '../__fixtures__/plain-run.js'
import { queryOf, rankedOf, respond, runOf } from '../__fixtures__/sample-run.js'
import { figuresOf } from '../commands/run-figures.js'
import type { Run } from '../run/run.js'
import { reportData } from './report-data.js'
import { renderPage } from './report-page.js'

/** Texts of a corpus that try to attack a page. */
const hostileText = [
  '</script><img src=http://192.0.2.1/x onerror=alert(1)>',
  '<!--<script>alert(2)',
  '--><svg onload=alert(3)>',
  `"'\` onmouseover="alert(5)" '`,
  '</style></pre></details></title><base href=http://192.0.2.1/>',
  'turned \u202egnp.exe\u2066 around \u001b[2J',
  'nothing \u0000 and half \ud83d of it',
  'line\u2028separator, paragraph\u2029separator and \u061cmark',
  '$& $1 {{constructor.constructor("alert(6)")()}} javascript:alert(7)',
].join(' | ')

const kinds = ['direct', 'vague', 'absent']
const queries = Array.from({ length: 30 }, (_, index) => {
  const kind = kinds[index % 3] ?? ''
  const grades = kind === 'absent' ? {} : { [`note-${index}.md`]: 2 }
  return queryOf({
    id: `q${index}`,
    text: index === 4 ? 'أين القلعة؟' : `Where is thing ${index}?`,
    kind,
    grades,
  })
})
const strategies = ['keyword', 'vector', 'recallite', 'rrf', 'convex', 'weighted', 'combsum']
const sample = runOf([suiteOf(queries)], strategies, respond)

/** The file of a report about runs. */
function fileOf(...runs: readonly Run[]): string {
  const file = join(temporaryFolder(), 'report.html')
  const figured = runs.map((run, index) => ({ file: `run-${index}.jsonl`, ...figuresOf(run, {}) }))
  writeFileSync(file, renderPage(reportData(figured)))
  return file
}

describe.skipIf(noChromium !== '')(`a report in Chromium${noChromium}`, () => {
  const open = usePages()

  async function openFile(file: string, screen?: (typeof screens)[number]) {
    const { page, trouble } = await open(screen)
    await page.goto(pathToFileURL(file).href)
    await page.waitForSelector('h1')
    return { page, trouble }
  }

  it('opens without a server, and shows verdict, figures, curves, ranks and changes', async () => {
    const { page, trouble } = await openFile(fileOf(sample))
    expect(await page.textContent('main > p')).toMatch(
      /^On these 20 questions .* are not significantly different from recallite/u,
    )
    expect(await page.textContent('main table')).toContain('▼')
    await page.locator('figure canvas').nth(1).waitFor()
    const drawn = `[...document.querySelectorAll("canvas")].every((canvas) =>
      new Set(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data).size > 20)`
    expect(await page.evaluate(drawn)).toBe(true)
    await page.getByText('hit@k, as a table').click()
    expect(await page.locator('figure table').first().innerText()).toMatch(
      /k\s+keyword\s+vector[\s\S]*\n1\s+0\.5\s+0\.5/u,
    )
    const ranks = page.getByRole('region', { name: 'Queries', exact: true })
    expect(await ranks.locator('tr').nth(2).innerText()).toMatch(/Where is thing 1\?\s+–\s+1\s+1/u)
    const moves = page.getByRole('region', { name: 'Changed queries' })
    expect(await moves.locator('tr').nth(1).innerText()).toMatch(/−1\.000\s+1\s+–/u)
    await page.getByLabel('Comparison').selectOption({ index: 2 })
    expect(await moves.locator('[data-row]').count()).toBe(0)
    expect(trouble).toEqual([])
  })

  it('shows the changes between two runs first', async () => {
    const { page } = await openFile(fileOf(sample, { ...sample, depth: 9 }))
    const headings = await page.locator('h2').allInnerTexts()
    expect(headings.slice(0, 2)).toEqual(['Improved and worse queries', 'Figures of run-0.jsonl'])
    expect(await page.textContent('pre')).toMatch(/Settings differ:\n- depth: 10 → 9/u)
  })

  it('opens a query with the keyboard, and filters by kind', async () => {
    const { page } = await openFile(fileOf(sample))
    const ranks = page.getByRole('region', { name: 'Queries', exact: true })
    await page.getByLabel('Filter by kind').selectOption('vague')
    expect(await ranks.locator('[data-row]').count()).toBe(10)
    await ranks.locator('[data-row="0"]').focus()
    await page.keyboard.press('ArrowDown')
    await ranks.locator('[data-row="1"]:focus').waitFor()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'أين القلعة؟' })
    expect(await dialog.innerText()).toMatch(
      /notes · vague · q4[\s\S]*expected: note-4\.md[\s\S]*✓ note-4\.md:3–9, score 0\.75/u,
    )
    expect(await page.evaluate('getComputedStyle(document.querySelector("dialog h2")).direction')).toBe('rtl')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(await page.evaluate('document.activeElement.dataset.row')).toBe('1')
  })

  it('executes no code in displayed texts', async () => {
    const query = queryOf({
      id: hostileText,
      text: hostileText,
      kind: hostileText,
      grades: { [hostileText]: 1 },
    })
    const suite = suiteOf([query, queryOf({ id: 'q' })], { name: hostileText, description: hostileText })
    const run = runOf([suite], [hostileText, 'convex'], (_, strategy) => ({
      documents: strategy === 'convex' ? ['a'] : [hostileText],
      ranking: strategy === 'convex' ? [] : [rankedOf(hostileText)],
      degraded: [hostileText],
    }))
    const { page, trouble } = await openFile(fileOf({ ...run, startedAt: hostileText }, run))
    await page.evaluate('document.querySelectorAll("details").forEach((each) => (each.open = true))')
    await page.locator('[data-row="0"]').first().click()
    await page.getByRole('dialog').waitFor()
    const text = String(await page.evaluate('document.body.innerText'))
    expect(text).toContain('</script><img src=http://192.0.2.1/x onerror=alert(1)>')
    expect(text).toContain('$& $1')
    expect(text).not.toMatch(/[\0\u001b\u061c\u202e\u2028\u2029\u2066]/u)
    expect(await page.locator('img, svg, base, iframe, a, script[src]').count()).toBe(0)
    expect(trouble).toEqual([])
  })

  it('runs no code from elsewhere', async () => {
    const { page, trouble } = await openFile(fileOf(sample))
    await page
      .evaluate(`document.body.append(Object.assign(document.createElement('script'), { text: 'alert(1)' }))`)
      .catch(String)
    await page.evaluate(`fetch('http://192.0.2.1/').catch(() => {})`)
    expect(trouble.join('\n')).toMatch(/Content Security Policy/u)
    expect(trouble.filter((each) => /^(?:dialog|request)/u.test(each))).toEqual([])
  })

  it.each(screens.map((screen) => [`${screen.viewport.width} px, ${screen.colorScheme}`, screen] as const))(
    'is accessible at %s',
    async (_, screen) => {
      const { page } = await openFile(fileOf(sample, { ...sample, depth: 9 }), screen)
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
      await page.evaluate('document.querySelectorAll("details").forEach((each) => (each.open = true))')
      expect(await accessibilityTrouble(page)).toEqual([])
      await page.locator('[data-row="0"]').first().click()
      await page.getByRole('dialog').waitFor()
      expect(await accessibilityTrouble(page)).toEqual([])
    },
  )

  it('opens with thousands of queries and five strategies', async () => {
    const many = Array.from({ length: casesOf(5_000, 1_500) }, (_, index) => ({
      ...queryOf({ id: `q${index}` }),
      kind: kinds[index % 2] ?? '',
    }))
    const file = fileOf(runOf([suiteOf(many)], strategies.slice(0, 5), respond))
    expect(statSync(file).size).toBeLessThan(12e6)
    const { page } = await openFile(file)
    expect(await page.locator('[data-row]').count()).toBeLessThan(400)
    expect(
      await page.evaluate('performance.getEntriesByName("first-contentful-paint")[0].startTime'),
    ).toBeLessThan(3000)
  })
})
