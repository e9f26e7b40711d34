/** Answers one kind of request. A value becomes JSON, null a 404, a Response is sent as it is. */
export type Handler = (
  match: readonly string[],
  init: RequestInit | undefined,
  url: URL,
) => unknown;

/** Method, pattern of the path below the workspace, and who answers. */
export type GalleryRoute = readonly [string, RegExp, Handler];
