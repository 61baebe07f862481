import { describe, expect, it } from 'vitest'
import type { NoteFile } from './note.js'
import { planQuestions } from './plan-questions.js'
import { cutText } from './sentences.js'

/** Filler words that make a file long enough. */
const filler = `${'filling '.repeat(45).trim()}\n`

function plan(files: Readonly<Record<string, string>>, perFile = 3) {
  const notes: NoteFile[] = Object.entries(files).map(([path, text]) => ({ path, text }))
  const { questions, removals } = planQuestions(notes, perFile)
  const questionsOf = (path: string) =>
    questions.filter((each) => each.path === path).map(({ kind, text }) => `${kind}: ${text}`)
  const copy = (path: string) => cutText(files[path] ?? '', removals.get(path) ?? [])
  return { questions, questionsOf, copy }
}

describe('planQuestions', () => {
  it('makes questions from a heading, an opening sentence and rare terms, and cuts them out', () => {
    const files = {
      'harbour.md': [
        '---',
        'title: Harbour',
        '---',
        '## Night ferries to Mull',
        '',
        'The **last** boat leaves [Oban](places/oban.md) at ten in the evening. Ferries wait for trains.',
        '',
        '- Corrievreckan pilóts need the Lismore almanac',
        '- Ask Morag about the Corrievreckan whirlpool',
        '- The almanac of Lismore lies on the bridge',
        '- Two pilots live in Tobermory',
        '',
        filler,
      ].join('\n'),
      'other.md': `# Garden\n\n${filler}`,
    }
    const { questionsOf, copy } = plan(files)
    expect(questionsOf('harbour.md').toSorted()).toEqual([
      'heading: Night ferries to Mull',
      'opening sentence: The last boat leaves Oban at ten in the evening.',
      'rare terms: corrievreckan pilóts lismore almanac',
    ])
    expect(copy('harbour.md')).toBe(
      [
        '---',
        'title: Harbour',
        '---',
        '',
        'Ferries wait for trains.',
        '',
        '- Ask Morag about the Corrievreckan whirlpool',
        '- The almanac of Lismore lies on the bridge',
        '- Two pilots live in Tobermory',
        '',
        filler,
      ].join('\n'),
    )
  })

  it('works in scripts without spaces', () => {
    const text = [
      '# 数据库迁移计划',
      '',
      '我们决定在三月把订单服务迁移到新的数据库。旧的数据库保留到五月。',
      '',
      '> 王伟负责迁移脚本的审查，讨论每周二举行，记录放在团队的共享文件夹里，所有人都可以查看和修改。',
      '',
      '> 如果迁移失败，我们会在一小时内恢复旧的服务，并且通知所有的客户和合作伙伴。',
      `> ${'今天天气很好，'.repeat(10)}`,
    ].join('\n')
    const { questionsOf, copy } = plan({ '笔记.md': text })
    expect(questionsOf('笔记.md')).toEqual(
      expect.arrayContaining([
        'heading: 数据库迁移计划',
        'opening sentence: 我们决定在三月把订单服务迁移到新的数据库。',
      ]),
    )
    expect(copy('笔记.md')).toMatch(/^\n旧的数据库保留到五月。\n/u)
  })

  it.each([
    ['too short', '## Notes\n\nNotes'],
    ['repeated by the file’s name', '# My tidal note\n\nnote'],
    ['in the front matter too', '---\ntitle: Tidal power\n---\n# Tidal power\n\npower'],
    ['in the text too', '## Tidal power\n\nAll about tidal *power*'],
    ['without a word in the text', '## Open points\n\nNothing'],
    ['a number', '## 2026-01-15 12:30\n\n2026'],
    ['in code', '```sh\n# Tidal power\n```\n\npower'],
  ])('does not ask for a heading that is %s', (_, text) => {
    expect(plan({ 'my-tidal-note.md': `${text}\n\n${filler}` }).questionsOf('my-tidal-note.md')).toEqual([])
  })

  it.each([
    ['short', 'Boats leave.'],
    ['long', `${'boats leave harbours '.repeat(11)}.`],
    ['not ended', 'Boats leave the quay for Mull every hour'],
    ['an entry', 'Status: the boats leave the quay for Mull every hour.'],
    ['an address', 'Boats leave as https://example.org/boats says for Mull every hour.'],
    ['half of bold words', '**Boats leave the quay for Mull every hour. Trains** do not.'],
  ])('does not ask for a sentence that is %s', (_, text) => {
    const { questions } = plan({ 'a.md': `${text}\n\nboats quay mull ${filler}` })
    expect(questions.filter(({ kind }) => kind === 'opening sentence')).toEqual([])
  })

  it('uses list items without a full stop', () => {
    const text = `- [ ] Boats leave the quay for Mull every hour\n\nMull ${filler}`
    const { questionsOf, copy } = plan({ 'a.md': text })
    expect(questionsOf('a.md')).toEqual(['opening sentence: Boats leave the quay for Mull every hour'])
    expect(copy('a.md')).toBe(`\nMull ${filler}`)
  })

  it('makes no question that another file may answer as well', () => {
    const heading = `## Night ferries\n\nferries ${filler}`
    expect(plan({ 'a.md': heading, 'b.md': heading }).questions).toEqual([])
    expect(plan({ 'a.md': heading, 'b.txt': 'Ferries of the night' }).questions).toEqual([])
    expect(plan({ 'a.md': heading, 'b.txt': 'Ferries of the day' }).questions).toHaveLength(1)
  })

  it('makes no equal questions about two files, even with different markup', () => {
    const heading = `## Night fer**ries** leave\n\nleave ${filler}`
    expect(plan({ 'a.md': heading }).questions).toHaveLength(1)
    expect(plan({ 'a.md': heading, 'b.md': heading }).questions).toEqual([])
  })

  it('leaves at least 40 words', () => {
    const words = (count: number) => `## Night ferries\n\nferries ${'filling '.repeat(count - 1)}`
    expect(plan({ 'a.md': words(39) }).questions).toEqual([])
    expect(plan({ 'a.md': words(40) }).questions).toHaveLength(1)
    expect(plan({ 'a.md': `---\nnote: ${'filling '.repeat(40)}\n---\n${words(39)}` }).questions).toEqual([])
  })
})
