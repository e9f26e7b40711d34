// Loaded into every program that the launcher starts, before its own code: a program must not outlive the
// launcher, however that one ended. The channel between the two breaks even after a kill -9.

/** Milliseconds a program may drain for after the launcher died. */
const DRAIN = 6000;

process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), DRAIN).unref();
});

// The channel alone keeps nobody alive: a program that has finished may end.
process.channel?.unref();

// With the launcher its ends of our pipes are gone. A last word that nobody hears must not break the drain.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
