// Before the first paint, so that a dark page never flashes white. `countersign.theme`: light, dark, or absent for the system's.
(() => {
  let wanted = null;
  try {
    wanted = localStorage.getItem('countersign.theme');
  } catch {
    wanted = null;
  }
  const dark = wanted ? wanted === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
