import type { StudioBuild } from './checkout.ts';

/** What a person is told once everything runs. */
export interface Announced {
  readonly url: string;
  /** Where the first account is made; null once there is one. */
  readonly setupUrl: string | null;
  readonly studio: StudioBuild;
  readonly data: string;
  readonly seconds: number;
}

/** The last lines of a start: one address, how to get in, where things are, how to end it. */
export function announcement(of: Announced): string {
  return [
    '',
    `Countersign is ready after ${of.seconds.toFixed(1)} s: ${of.url}`,
    signIn(of.setupUrl),
    ...withoutStudio(of.studio, of.url),
    `Everything is kept in ${of.data}, logs in its folder “logs”. Ctrl+C stops.`,
    '',
  ].join('\n');
}

/** How to get in. */
export function signIn(setupUrl: string | null): string {
  return setupUrl === null
    ? 'Sign in with your account.'
    : `Open this to make the first account, the owner's (works once): ${setupUrl}`;
}

function withoutStudio(studio: StudioBuild, url: string): string[] {
  switch (studio.kind) {
    case 'ready':
      return [];
    case 'building':
      return ['The studio is being built anew; until then the one from before is served.'];
    case 'absent':
      return [`This copy has no studio: the API is described at ${url}/docs.`];
    case 'failed':
      return [`The studio could not be built (${studio.reason}); the API is at ${url}/docs.`];
  }
}

/** What became of a studio that was built in the background. */
export function built(studio: StudioBuild): string {
  return studio.kind === 'failed'
    ? `The studio could not be built (${studio.reason}); the one from before is served.`
    : 'The studio was built anew: load it again.';
}
