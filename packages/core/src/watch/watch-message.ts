/** What the thread tells that watches files. */
export type WatchMessage =
  /** Every change from now on is noticed. */
  | { readonly type: 'ready' }
  | { readonly type: 'changed' }
  | { readonly type: 'moved' }
  | { readonly type: 'failed'; readonly reason: string }
