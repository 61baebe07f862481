import { describe, expect, it } from 'vitest'
import { describeSyntax, printSyntax } from './print-syntax.js'
import { readSyntax } from './read-syntax.js'

describe('printSyntax', () => {
  it.each([
    ['', ''],
    ['  what   is it? ', 'what   is it?'],
    ['jwt “token refresh” -draft', 'jwt "token refresh" -"draft"'],
    ['-draft path:notes jwt', 'jwt -"draft" path:notes'],
    ['postgres AND NOT mysql', 'postgres -"mysql"'],
    ['((a OR b)) AND c', '(a OR b) AND c'],
    ['a AND b OR c', '(a AND b) OR c'],
    ['jwt NOT (draft OR old)', 'jwt AND NOT (draft OR old)'],
    ['jwt OR "token refresh"', 'jwt OR "token refresh"'],
    ['jwt +token  +auth*', 'jwt +"token" +auth*'],
    ['the jwt "token refresh"', 'the jwt "token refresh"'],
    ['where:title="My note" jwt -path:"drafts"', 'jwt where:"title=My note" -path:drafts'],
  ])('prints %j as %j', (query, printed) => {
    expect(printSyntax(readSyntax(query))).toBe(printed)
  })
})

describe('describeSyntax', () => {
  it.each([
    ['', 'nothing'],
    ['jwt expiry', 'any of: jwt expiry'],
    ['"token refresh"', 'must have: "token refresh"'],
    ['auth*', 'must have: auth*'],
    ['jwt "token refresh"', 'must have: "token refresh"; any of: jwt'],
    ['the jwt "token refresh"', 'any of: the jwt, "token refresh"'],
    ['jwt expiry -draft -"very old"', 'any of: jwt expiry; without: draft, "very old"'],
    [
      'jwt expiry AND "token refresh" -draft path:notes/*.md',
      'must have: any of (jwt expiry); must have: "token refresh"; without: draft; only paths: notes/*.md',
    ],
    ['(cats OR dogs) AND food', 'must have: any of (cats, dogs); must have: food'],
    ['a OR b AND c NOT d', 'any of: a, all of (b, c, not "d")'],
    ['jwt NOT (first draft)', 'any of: jwt; without: any of (first draft)'],
    ['path:a path:b -path:c', 'everything; only paths: a, b; without paths: c'],
    [
      'jwt heading:Setup source:team since:2026-01 until:2026-02 where:tag=ops -where:status=done',
      'any of: jwt; only under headings: Setup; only from sources: team; since: 2026-01; until: 2026-02; ' +
        'only where: tag=ops; not where: status=done',
    ],
    ['DO NOT DELETE', 'any of: DO NOT DELETE'],
  ])('describes %j: %s', (query, description) => {
    expect(describeSyntax(readSyntax(query))).toBe(description)
  })
})
