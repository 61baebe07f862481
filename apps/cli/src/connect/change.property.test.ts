import fc from 'fast-check'
import { parse } from 'jsonc-parser'
import { describe, expect, it } from 'vitest'
import { addEntry, type Change, type Content, type Entry, removeEntry, stateOf } from './change.js'

const keys = fc.constantFrom('a', 'mcpServers', 'hooks', 'Prompt', 'ä"b', 'recallite')
const { value: jsonValue } = fc.letrec<{ value: unknown; object: Record<string, unknown> }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('text, with // signs', 1.5, true, null, ''),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.dictionary(keys, tie('value'), { maxKeys: 4 }),
}))

const objects = fc.dictionary(keys, jsonValue, { maxKeys: 4 })

/** How a document is written. */
const styles = fc.record({
  indent: fc.constantFrom('', '  ', '    ', '\t'),
  eol: fc.constantFrom('\n', '\r\n'),
  comments: fc.array(fc.constantFrom('', '', ' // note', '/* a, "b": {} */ '), {
    minLength: 5,
    maxLength: 5,
  }),
  hasTrailingCommas: fc.boolean(),
  start: fc.constantFrom('', '\uFEFF', '\n', '/* first */ '),
  end: fc.constantFrom('', '\n', '\n\n', ' '),
})

type Style = typeof styles extends fc.Arbitrary<infer Value> ? Value : never

function written(value: unknown, { indent, eol, comments, hasTrailingCommas, start, end }: Style): string {
  const lines = JSON.stringify(value, null, indent).split('\n')
  const decorated = lines.map((line, index) => {
    const isBeforeClose = /^\s*[}\]]/u.test(lines[index + 1] ?? '') && !/[{[]$/u.test(line)
    const comma = hasTrailingCommas && isBeforeClose ? ',' : ''
    return (
      line +
      comma +
      (lines.length > 1 && index < lines.length - 1 ? (comments[index % comments.length] ?? '') : '')
    )
  })
  return `${start}${decorated.join(eol)}${end}`
}

const documents = fc.option(
  fc.tuple(objects, styles).map(([value, style]) => written(value, style)),
  { nil: undefined },
)

const entries: fc.Arbitrary<Entry[]> = fc
  .array(
    fc.record({
      kind: fc.constantFrom('property' as const, 'item' as const),
      path: fc.uniqueArray(keys, { minLength: 1, maxLength: 3 }),
      value: objects.map((value) => ({ command: 'recallite', value })),
    }),
    { maxLength: 3 },
  )
  // An entry inside of another one would change it.
  .filter((all) => all.every((one) => all.every((other) => one === other || !isAround(one, other))))

const isAround = (one: Entry, other: Entry) => one.path.every((key, index) => other.path[index] === key)

/** Adds the entries that a document can contain. */
function addAll(before: Content, all: readonly Entry[]) {
  let content = before
  const changes: Change[] = []
  for (const entry of all) {
    try {
      if (stateOf(content, entry) !== 'absent') continue
      const added = addEntry(content, entry)
      content = added.content
      changes.push(added.change)
    } catch {
      // Something else is at the path.
    }
  }
  return { content, changes }
}

function removeAll(content: Content, changes: readonly Change[]): Content {
  return changes.toReversed().reduce<Content>((text, change) => removeEntry(text, change).content, content)
}

/** A comment in an object that was added would keep it. */
const withoutComments = (style: Style): Style => ({ ...style, comments: [''] })

describe('entries in JSON', () => {
  it('are added without changing anything else, and removed exactly', () => {
    fc.assert(
      fc.property(documents, entries, (before, all) => {
        const { content, changes } = addAll(before, all)
        for (const { entry } of changes) expect(stateOf(content, entry)).toBe('equal')
        const errors: unknown[] = []
        parse((content ?? '{}').replace('\uFEFF', ''), errors as never, { allowTrailingComma: true })
        expect(errors).toEqual([])
        expect(removeAll(content, changes)).toBe(before)
      }),
      { numRuns: 1000 },
    )
  })

  it('stay strict JSON in strict JSON', () => {
    fc.assert(
      fc.property(objects, fc.constantFrom('', '  ', '\t'), entries, (value, indent, all) => {
        const { content, changes } = addAll(JSON.stringify(value, null, indent), all)
        const parsed: unknown = JSON.parse(content ?? '')
        expect(JSON.parse(removeAll(content, changes) ?? '')).toEqual(value)
        expect(changes.length === 0 || parsed).toBeTruthy()
      }),
    )
  })

  it('are removed after the file was written in another form, and nothing else is', () => {
    fc.assert(
      fc.property(objects, styles, styles.map(withoutComments), entries, (value, style, later, all) => {
        const { content, changes } = addAll(written(value, style), all)
        const whole: unknown = parse((content ?? '').replace('\uFEFF', ''))
        const changed = written({ ...(whole as object), later: true }, later)
        const left: unknown = parse((removeAll(changed, changes) ?? '').replace('\uFEFF', ''))
        expect(left).toEqual({ ...value, later: true })
      }),
      { numRuns: 500 },
    )
  })
})

const tables: fc.Arbitrary<string> = fc
  .array(
    fc.constantFrom(
      '# note',
      '',
      'model = "x"  # why',
      '[mcp_servers.other]',
      'args = [\n  "a",\n]',
      '[projects."/p"]',
      '[[rules]]',
      'text = """\n[mcp_servers.recallite]\n"""',
    ),
    { maxLength: 6 },
  )
  .chain((lines) => fc.constantFrom(lines.join('\n'), `${lines.join('\n')}\n`, lines.join('\r\n')))

describe('entries in TOML', () => {
  const entry: Entry = {
    kind: 'table',
    path: ['mcp_servers', 'recallite'],
    value: { command: 'recallite', args: ['mcp', '--db', 'a "b"\\c'] },
  }

  it('are added and removed exactly', () => {
    fc.assert(
      fc.property(tables, (before) => {
        const { content, changes } = addAll(before, [entry])
        expect(changes.map((change) => stateOf(content, change.entry))).toEqual(changes.map(() => 'equal'))
        expect(removeAll(content, changes)).toBe(before)
      }),
    )
  })

  it.each(['model = "x"', 'model = "x"\n', '# note\r\n[other]\r\nargs = [\r\n  "a",\r\n]\r\n', ''])(
    'are removed from %j after something was added',
    (before) => {
      const { content = '', changes } = addAll(before, [entry])
      const [eol, more] = [before.includes('\r\n') ? '\r\n' : '\n', '\n[later]\na = 1\n']
      const start = before === '' || before.endsWith('\n') ? before : before + eol
      expect(removeAll(content + more, changes)).toBe(start + more)
    },
  )

  it.each([
    ['mcp_servers = { other = { command = "x" } }\n', 0],
    ['mcp_servers.other.command = "x"\n', 1],
    ['[mcp_servers]\n[mcp_servers.other]\n', 1],
  ])('extend %j by %j tables', (text, count) => {
    expect(addAll(text, [entry]).changes).toHaveLength(count)
  })

  it('keep their sub-tables', () => {
    const { content, changes } = addAll('a = 1\n', [entry])
    const more = `${content}\n[mcp_servers.recallite.env]\nA = "b"\n`
    expect(changes.map((change) => removeEntry(more, change))).toEqual([{ content: more, isKept: true }])
  })
})
