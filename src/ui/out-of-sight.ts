/**
 * Calls back when the page goes out of sight, also because it is left, and when it comes back as it was; answers with the
 * end of it. A tab that the browser discards out of sight, as phones do, hears of nothing later, such as `pagehide`.
 */
export function listenToSight(onHide: () => void, onShow?: () => void) {
  const handle = () => (document.hidden ? onHide() : onShow?.())
  addEventListener('visibilitychange', handle)
  return () => removeEventListener('visibilitychange', handle)
}
