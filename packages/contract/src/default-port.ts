/** Where a server listens, and where clients look for it, unless somebody says otherwise. */
export const DEFAULT_PORT = 7400;
