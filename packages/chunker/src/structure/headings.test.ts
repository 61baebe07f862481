import { describe, expect, it } from 'vitest'
import { createHeadingPath, createHeadingsWithin, headingTitle } from './headings.js'
import type { Heading } from './parse-blocks.js'

function heading(start: number, level: number, title: string): Heading {
  return { start, end: start + 1, level, title }
}

describe('createHeadingPath', () => {
  it('allows for skipped levels, and leaves out empty titles, which end the ones they replace', () => {
    const pathAt = createHeadingPath([
      heading(0, 3, 'deep'),
      heading(1, 2, 'up'),
      heading(2, 4, 'x'),
      heading(3, 2, ''),
    ])
    expect([0, 1, 2, 3].map(pathAt)).toEqual([['deep'], ['up'], ['up', 'x'], []])
  })
})

describe('createHeadingsWithin', () => {
  it('returns the headings that begin in a span, its first and last line included', () => {
    const within = createHeadingsWithin([
      heading(0, 1, 'A'),
      heading(3, 1, 'B'),
      heading(4, 1, ''),
      heading(5, 1, 'C'),
    ])
    const spans = [
      [1, 3],
      [1, 4],
      [2, 4],
      [4, 6],
      [5, 5],
      [6, 9],
      [7, 9],
    ] as const
    expect(spans.map(([startLine, endLine]) => within({ startLine, endLine }))).toEqual([
      ['A'],
      ['A', 'B'],
      ['B'],
      ['B', 'C'],
      [],
      ['C'],
      [],
    ])
  })
})

describe('headingTitle', () => {
  it.each([
    ['[link](https://example.org) ![image](a.png)', 'link'],
    ['[![Logo](l.svg)](https://example.org) Tool [![Build](b.svg)][build]', 'Tool'],
    ['[![Some Logo](l.svg)](https://example.org)', 'Some Logo'],
    ['[reference][1] [open', 'reference [open'],
    ['[[Note|shown]] [[Other]] &amp; &lt;T&gt; note[^1]', 'shown Other & <T> note'],
    ['*one* and _two_ ~three~ `f(*x*)` __init__', 'one and two ~three~ f(*x*) init'],
    ['Start {#start}', 'Start'],
    ['Start {/*start*/}', 'Start'],
    ['Start {: #start .wide}', 'Start'],
    ['Start { #start } <!-- here -->', 'Start'],
    ['Start {.wide} {id="start"}', 'Start'],
    ['Start [¶](#start) <a class="anchor" href="#start">#</a>', 'Start'],
    ['Start ^a1b2c3', 'Start'],
    ['![[logo.png]] ==Marked== %%draft%% {{< new "0.1" >}}', 'Marked'],
    ['![[logo.png]]', 'logo.png'],
    ['Sets {a, b}', 'Sets {a, b}'],
    ['<a id="x"></a>Anchored<!-- hidden --><br>twice', 'Anchored twice'],
    ['snake_case \\# \\* a\\b', 'snake_case # * a\\b'],
    ['  two\n  lines\t', 'two lines'],
  ])('converts %j to plain text', (source, title) => {
    expect(headingTitle(source)).toBe(title)
  })

  it('cuts a long title without splitting a character', () => {
    expect(headingTitle('x'.repeat(1e6))).toBe(`${'x'.repeat(200)}…`)
    expect(headingTitle(`x${'😀'.repeat(200)}`).isWellFormed()).toBe(true)
  })
})
