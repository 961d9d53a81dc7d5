// Sets the remembered theme before the first paint, so that nothing flashes.
try {
  const { theme } = JSON.parse(localStorage.getItem('bailiwick.preferences') || '{}').state ?? {}
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Without storage the system's theme holds.
}
