import { describe, expect, it } from 'vitest'
import { announcementOf } from './remote-file.js'

const sha256 = 'ab'.repeat(32)

const git = 'cd'.repeat(20)

describe('announcementOf', () => {
  it.each([
    [
      'a large file of a repository',
      { 'x-linked-etag': `"${sha256}"`, 'x-linked-size': '12' },
      `sha256:${sha256}`,
      12,
    ],
    ['a small file of a repository', { 'x-repo-commit': 'f00', etag: `W/"${git}"` }, `git:${git}`, undefined],
    [
      'a file of a repository by its sha256',
      { 'x-repo-commit': 'f00', etag: `"${sha256}"` },
      `sha256:${sha256}`,
      undefined,
    ],
    ["any server's ETag", { etag: `"${sha256}"` }, undefined, undefined],
    ['another kind of ETag', { 'x-repo-commit': 'f00', etag: '"67a-5"' }, undefined, undefined],
    ['nonsense', { 'x-linked-etag': '"x"', 'x-linked-size': '-1' }, undefined, undefined],
  ])('reads %s', (_, headers, checksum, bytes) => {
    expect(announcementOf(new Headers(headers as Record<string, string>))).toEqual({ checksum, bytes })
  })
})
