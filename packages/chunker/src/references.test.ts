import { describe, expect, it } from 'vitest'
import { chunkSource } from './chunk.js'

const read = (text: string) => {
  const { links, tags } = chunkSource(text)
  return { links, tags }
}

describe('the links of a note', () => {
  it.each([
    ['[[Auth]]', ['Auth']],
    ['[[decisions/auth|the decision]] and [[Auth#Tokens]], [[Auth#^block|x]]', ['decisions/auth', 'Auth']],
    ['![[plan.png|200]] ![[Weekly plan]]', ['plan.png', 'Weekly plan']],
    ['| a | b |\n|---|---|\n| [[Auth\\|login]] | x |', ['Auth']],
    [
      '[to](auth.md), [up](../a%20b.md#part), [top](/x.md?y), [here](<my note.md>)',
      ['./auth.md', '../a b.md', '/x.md', './my note.md'],
    ],
    ['[![alt](img.png)](page(1).md)', ['./img.png', './page(1).md']],
    ['[[#Heading]] [x](#y) [w](https://x.org/a.md) [m](mailto:a@b.c) <https://x.org> [p](//x.org/a)', []],
    ['[[]] [[ ]] [[a\nb]] [ [x] ] [[a]b]]', []],
    ['[broken](%E0%A4%A.md)', ['./%E0%A4%A.md']],
    ['[one][a] [^n]\n\n[a]: b.md "title"\n [c]: <d e.md>\n[s]: #part\n[^n]: f.md', ['./b.md', './d e.md']],
    [
      '[a]:\n  b.md\n> [c]: d.md (t)\n\n- x\n\n    [e]: f.md\n\n[note]: call the mill',
      ['./b.md', './d.md', './f.md'],
    ],
    [
      '[a](b\\_c.md) <a class="x" href="d.md#e">f</a> <Link to=/g>h</Link> <b title="href=i">',
      ['./b_c.md', './d.md', '/g'],
    ],
    [
      '[a]({% link _docs/b.md %}) [c]({{< ref "/d.md" >}}) [e]({{ site.baseurl }}/f/)',
      ['./_docs/b.md', '/d.md', '/f/'],
    ],
    [
      '[a](@/blog/b.md) [c](@site/docs/d.md) [e]({{ "/f" | relative_url }}) [g]({{< ref path="h.md" lang="de" >}})',
      ['/blog/b.md', '/docs/d.md', '/f', './h.md'],
    ],
    ['\\[[Auth]] a <!-- [[Index]] --> b', []],
    ['---\nup: "[[Index]]"\n---\n[[Auth]] [[Index]]', ['Index', 'Auth']],
  ])('are read of %j', (text, links) => expect(read(text).links).toEqual(links))

  it('are read of raw HTML, but not of its comments', () => {
    const text = '<p>\n<a href=\'a.md\'>A</a> [b](b.md) <!-- <a href="c.md"> -->\n</p>\n\n`<a href="d.md">`'
    expect(read(text)).toEqual({ links: ['./a.md'], tags: [] })
  })

  it('are ignored in code and raw HTML', () => {
    const text = [
      '`[[a]]` ``x ` [[b]]`` [[real]] `open',
      'and [[next]]` [[last]]',
      '',
      '```\n[[c]]\n```',
      '',
      '    [[indented]]',
      '',
      '<div>\n[[raw]] #raw\n</div>',
    ].join('\n')
    expect(read(text)).toEqual({ links: ['real', 'last'], tags: [] })
  })

  it('are empty for code and plain text', () => {
    expect(chunkSource('[[a]] #b', { format: 'text' })).toMatchObject({ links: [], tags: [] })
  })
})

describe('the tags of a note', () => {
  it.each([
    ['#ops and #tea/green, #größe #日本 #a_b-c', ['ops', 'tea/green', 'größe', '日本', 'a_b-c']],
    [`#y1984 #${1984} #12/3 # not`, ['y1984']],
    [
      '# Heading #in-heading\n\n## Other\n\n#start\n> #quoted\n- #item',
      ['in-heading', 'start', 'quoted', 'item'],
    ],
    ['a#b &#35; https://x.org/#c (see#d) ##e \\#f [x](#g) `#h` #🌱/a/', ['🌱/a']],
    [`#${'x'.repeat(201)} #ok.`, ['ok']],
    ['[part]: #my-section\n#real', ['real']],
    ['# Start { #start }\n\n[a]( #part ) #real', ['real']],
  ])('are read of %j', (text, tags) => expect(read(text).tags).toEqual(tags))

  it('are limited to the first thousand', () => {
    const text = Array.from({ length: 3000 }, (_, number) => `#t${number} [[n${number}]]`).join('\n')
    const { links, tags } = read(text)
    expect([links.length, tags.length, tags[999]]).toEqual([1000, 1000, 't999'])
  })
})
