import { type RefObject, useLayoutEffect } from 'react'

/**
 * Sets `variable` on the root to the height in pixels that the element covers: 0 in the flow of the page. What is
 * scrolled to, and what sticks below it, keeps that distance.
 */
export function useCoveredHeight(target: RefObject<HTMLElement | null>, variable: `--${string}`): void {
  useLayoutEffect(() => {
    const element = target.current
    if (element === null) return
    const root = document.documentElement.style
    const measure = (): void => {
      const covered = getComputedStyle(element).position === 'static' ? 0 : element.offsetHeight
      root.setProperty(variable, `${covered}px`)
    }
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    // In a low window it is in the flow, with the same height.
    window.addEventListener('resize', measure)
    return () => {
      watch.disconnect()
      window.removeEventListener('resize', measure)
      root.removeProperty(variable)
    }
  }, [target, variable])
}
