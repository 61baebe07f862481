/** A kind of word the repository does without. */
interface Unwanted {
  what: string
  pattern: RegExp
}

/** What speaks of the place where something was made rather than of the project. */
const unwanted: readonly Unwanted[] = [
  {
    what: "a path of somebody's machine",
    pattern: /(?<![\w.~$}-])\/(?:work\/(?:main|shared)|root|home\/(?:runner|ubuntu|node|joe)|Users\/\w+)\b/g,
  },
  {
    what: 'a package registry',
    pattern:
      /\b(?:registry\.[\w.-]+\.\w+|[\w.-]*(?:artifactory|verdaccio|nexus|npmmirror)[\w-]*\.[a-z]{2,}|localhost:48\d\d)\b/gi,
  },
  {
    what: 'the number of an issue',
    pattern:
      /\b(?:issues?|tickets?|pull requests?|prs?|fix(?:es)?|closes|gh)[ -]#?(?!16021\b)\d+\b|(?<=[\s(])#(?!16021\b)\d{2,5}(?=[\s).,;:]|$)/gim,
  },
]

/** What a text should not say, as `line: kind: words`. */
export function unwantedWords(text: string): string[] {
  return unwanted.flatMap(({ what, pattern }) =>
    [...text.matchAll(pattern)].map(({ 0: words, index }) => {
      const line = text.slice(0, index).split('\n').length
      return `${line}: ${what}: ${words.trim()}`
    }),
  )
}
