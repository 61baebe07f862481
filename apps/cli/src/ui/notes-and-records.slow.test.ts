import { casesOf } from '@recallite/test-kit'
import { noChromium, usePages } from '@recallite/test-kit/chromium'
import { describe, expect, it, vi } from 'vitest'
import { notesPage as pageOf, rowsOf } from './__fixtures__/notes-page.js'

// Removing a folder of ten thousand notes takes long.
vi.setConfig({ hookTimeout: 60_000 })

/** Scrolls the table from top to end; returns the maximum number of rows that it contained. */
const scrollThrough = `(async () => {
  const box = document.querySelector('.rows')
  let most = 0
  for (let step = 0; step <= 200; step += 1) {
    box.scrollTop = (box.scrollHeight * step) / 200
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    most = Math.max(most, box.querySelectorAll('tr').length)
  }
  return most
})()`

describe(`notes and records in a browser${noChromium}`, { skip: noChromium !== '' }, () => {
  const openPage = usePages()

  it('shows all documents, filters them, and opens one or its source from a line on', async () => {
    const { page, trouble, goTo } = await pageOf(openPage)
    await goTo('#/notes')
    await page.getByText('4 of 4 documents').waitFor()
    await page.getByLabel('Path or title').fill('other')
    await page.getByText('1 of 4 documents').waitFor()
    await page.getByLabel('Path or title').fill('')
    await page.getByText('4 of 4 documents').waitFor()
    expect(await rowsOf(page, 'Documents').allInnerTexts()).toMatchObject([
      expect.stringMatching(/evil\.md/u),
      expect.stringMatching(/Long\s.*long\.md/u),
      expect.stringMatching(/Other\s.*other\.md/u),
      expect.stringMatching(/שלום עולם\s.*rtl\.md/u),
    ])
    await page.getByRole('heading', { name: 'Notes' }).click()
    for (const key of ['j', 'j', 'ArrowDown', 'k', 'Enter']) await page.keyboard.press(key)
    await page.getByRole('heading', { name: 'Long' }).waitFor()
    expect(page.url()).toContain('path=long.md')
    await page.keyboard.press('Escape')
    await page.getByText('4 of 4 documents').waitFor()
    await goTo('#/notes?root=notes&path=long.md&line=60&q=keeper&source=1')
    const passage = page.locator('.passage', { hasText: 'line 51 ' })
    await expect.poll(() => passage.getAttribute('data-line')).toBe('60')
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(500)
    await expect
      .poll(() => page.evaluate(`[...new Set([...CSS.highlights.get('query')].map(String))]`))
      .toEqual(['keepers'])
    expect(await page.locator('.document').innerText()).toContain('#tea · Pier')
    await page.getByRole('link', { name: 'Rendered' }).click()
    await page.locator('li.passage', { hasText: 'line 51 ' }).waitFor()
    await page.getByText('Outline and links').click()
    await page.getByRole('link', { name: 'other.md' }).first().click()
    await page.getByRole('heading', { name: 'Other' }).waitFor()
    await goTo('#/explain?q=blue+kitchen+lamp&kind=record')
    await page.getByRole('link', { name: 'lamp-2' }).first().click()
    await page.getByRole('region', { name: 'Record', exact: true }).getByText('"watts": 9').waitFor()
    expect(trouble).toEqual([])
    await goTo('#/notes?root=notes&path=gone.md')
    await page.getByRole('alert').getByText('gone.md').waitFor()
  })

  it('shows markup and terminal codes as harmless text, and other scripts in their direction', async () => {
    const { page, trouble, goTo } = await pageOf(openPage)
    for (const hash of [
      '#/notes',
      '#/notes?root=notes&path=evil.md&q=harbour',
      '#/notes?root=notes&path=evil.md&q=harbour&source=1',
      '#/search?q=evil',
      '#/records?status=all',
      '#/records?id=evil',
    ]) {
      await goTo(hash)
      // Titles are without markup.
      const shown = hash === '#/notes' ? 'evil.md' : '<script>alert(2)</script>'
      await page.getByText(shown).first().waitFor()
      expect(await page.locator('main').innerText()).toContain('\\u{1b}[31mred\\u{7} \\u{202e}reversed')
      expect(await page.locator('main').innerText()).not.toMatch(/[\u001B\u0007\u202E]/u)
      expect(await page.locator('main :is(script, img, a[href^="javascript"])').count()).toBe(0)
      expect(new URL(page.url()).hash).toBe(hash)
    }
    await goTo('#/notes?root=notes&path=rtl.md&q=harbour+港口&source=1')
    await page.getByText('港口').waitFor()
    const directions = await page.evaluate(
      '[...document.querySelectorAll(".source pre")].map((each) => getComputedStyle(each).direction)',
    )
    expect(directions).toEqual(['rtl', 'ltr', 'rtl', 'ltr', 'ltr'])
    await goTo('#/records?id=rtl')
    await page.locator('.panel pre', { hasText: 'המנורה' }).waitFor()
    expect(await page.locator('.panel pre:dir(rtl)').count()).toBe(1)
    expect(trouble).toEqual([])
  })

  it('shows records, opens one with all its fields, and edits it', async () => {
    const { page, trouble, goTo, openRecords } = await pageOf(openPage)
    await goTo('#/records')
    await page.getByText('4 of 4 records').waitFor()
    await page.getByLabel('Collection').selectOption('house')
    await page.getByText('1 of 4 records').waitFor()
    await page.getByLabel('Collection').selectOption('')
    await page.getByLabel('Session').selectOption('morning')
    await page.getByText('1 of 4 records').waitFor()
    await page.getByLabel('Session').selectOption('')
    await goTo('#/records?status=all')
    const first = rowsOf(page, 'Records').filter({ hasText: 'kitchen' })
    await expect.poll(() => first.innerText()).toMatch(/^The kitchen lamp is blue\.\s+.*by \w+/u)
    await first.focus()
    await first.press('Enter')
    const panel = page.getByRole('region', { name: 'Record', exact: true })
    await panel.getByText('"watts": 9').waitFor()
    expect(await panel.innerText()).toMatch(
      /Origin\s+by \w+[^]*Expires\s+2199-01-01 00:00 UTC\s+Use\s+read \d times, recalled \d times/u,
    )
    expect(await page.locator('.panel:focus').count()).toBe(1)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    expect(page.url()).toContain('status=all')
    await goTo('#/records?id=lamp-1')
    const dialog = page.getByRole('dialog', { name: 'Edit' })
    await page.getByRole('button', { name: 'Edit…' }).click()
    await dialog.getByLabel('New content').fill('The corridor lamp is green.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved as a new record.').waitFor()
    await page.getByRole('status').getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => page.getByText('Saved as a new record.').count()).toBe(0)
    await page.getByText('4 of 5 records').waitFor()
    await panel.getByRole('link', { name: 'The corridor lamp is red.' }).click()
    await panel.getByText('superseded', { exact: true }).waitFor()
    await page.getByText('5 of 5 records').waitFor()
    expect(await panel.getByRole('link').allInnerTexts()).toEqual(['The corridor lamp is green.'])
    expect(await panel.getByRole('button').allInnerTexts()).toEqual(['Forget', 'Close'])
    const store = await openRecords()
    const { supersededBy } = (await store.get('lamp-1')) ?? {}
    expect(await store.get(supersededBy ?? '')).toMatchObject({
      content: 'The corridor lamp is green.',
      collection: 'house',
      origin: 'user',
    })
    await store.close()
    expect(trouble).toEqual([])
  })

  it('forgets a record at once, restores it on request, and forgets it for good when the program ends', async () => {
    const { page, trouble, goTo, openRecords, running } = await pageOf(openPage)
    const has = async () => {
      const store = await openRecords()
      return store.get('lamp-2').finally(() => store.close())
    }
    await goTo('#/records')
    await rowsOf(page, 'Records').filter({ hasText: 'blue' }).click()
    await page.getByRole('button', { name: 'Forget' }).press('Enter')
    await page.getByText('3 of 3 records').waitFor()
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await page.getByText('Restored.').waitFor()
    await page.getByText('4 of 4 records').waitFor()
    await rowsOf(page, 'Records').filter({ hasText: 'blue' }).click()
    await page.getByRole('button', { name: 'Forget' }).click()
    await page.getByText('3 of 3 records').waitFor()
    await goTo('#/search?q=kitchen+lamp')
    await page.getByText('corridor').first().waitFor()
    expect(await page.locator('[data-result]', { hasText: 'kitchen' }).count()).toBe(0)
    expect(await has()).toBeDefined()
    expect(trouble).toEqual([])
    await goTo('#/records?id=lamp-2')
    await page.getByRole('alert').getByText('There is no record lamp-2').waitFor()
    running.child.kill('SIGTERM')
    expect(await running.ended).toBe(0)
    expect(await has()).toBeUndefined()
  })

  it('links contradicting records in both directions', async () => {
    const { page, goTo } = await pageOf(openPage, {
      notes: {},
      records: [
        { id: 'old', content: 'The port is 80.', contradictedBy: ['new'] },
        {
          id: 'new',
          content: 'The port is 8080.',
          contradicts: ['old'],
          origin: 'agent',
          client: 'claude-code',
        },
      ],
    })
    await goTo('#/records?id=new')
    const panel = page.getByRole('region', { name: 'Record', exact: true })
    await panel.getByText('Contradicts', { exact: true }).waitFor()
    expect(await panel.innerText()).toMatch(/Origin\s+by (?:agent \(claude-code\)|import)/u)
    await panel.getByRole('link', { name: 'The port is 80.' }).click()
    await panel.getByText('Contradicted by', { exact: true }).waitFor()
    await panel.getByRole('link', { name: 'The port is 8080.' }).click()
    await panel.getByText('Contradicts', { exact: true }).waitFor()
    for (const view of ['#/search', '#/search?q=port', '#/records']) {
      await goTo(view)
      for (const mark of [
        'not current: contradicted by a later record',
        ' current: contradicts an earlier record',
      ])
        await expect.poll(() => page.getByText(mark).count(), { message: view }).toBe(1)
    }
  })

  it('says what to do if there is nothing yet', async () => {
    const { page, goTo } = await pageOf(openPage, { records: [], notes: {} })
    await goTo('#/notes')
    await expect.poll(() => page.getByRole('status').innerText()).toContain('recallite index FOLDER')
    await goTo('#/records')
    await expect.poll(() => page.getByRole('status').innerText()).toContain("recallite remember '…'")
  })

  it('has at most 200 of thousands of rows in the page while scrolling', async () => {
    const rows = casesOf(10_000, 1_000)
    const many = Array.from({ length: rows }, (_, number) => [
      `n${number % 100}/${number}.md`,
      `# Note ${number}\n`,
    ])
    const facts = many.map((_, number) => ({ id: `r${number}`, content: `Fact ${number} of the harbour.` }))
    const { page, trouble, goTo } = await pageOf(openPage, {
      notes: Object.fromEntries(many),
      records: facts,
    })
    for (const [hash, label, last] of [
      ['#/notes', 'Documents', `n99/${rows - 1}.md`],
      ['#/records', 'Records', 'Fact 0 of'],
    ] as const) {
      await goTo(hash)
      await page.getByText(`${rows} of ${rows}`).waitFor()
      const most = await page.evaluate(scrollThrough)
      expect(most).toBeGreaterThan(20)
      expect(most).toBeLessThanOrEqual(200)
      expect((await rowsOf(page, label).allInnerTexts()).at(-1)).toContain(last)
    }
    expect(trouble).toEqual([])
  })
})
