/** Keep the screen on while somebody plays, where the browser can: only in a secure context. */

export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let done = false;
  const ask = async () => {
    if (done || document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      if (done) await lock.release();
    } catch {
      lock = null; // the battery is low, or the page was hidden meanwhile: it is only a comfort
    }
  };
  const seen = () => void ask();
  document.addEventListener("visibilitychange", seen);
  void ask();
  return () => {
    done = true;
    document.removeEventListener("visibilitychange", seen);
    void lock?.release();
  };
}
