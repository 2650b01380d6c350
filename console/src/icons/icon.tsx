// Draws an icon in the given size and color, or those of the surrounding text.
import type { SVGProps } from 'react'

type IconProps = Omit<SVGProps<SVGSVGElement>, 'stroke'> & {
  /** Width and height in pixels. */
  size?: number
  /** The width of lines, on a grid of 24. */
  stroke?: number
}

export type Icon = (props: IconProps) => React.JSX.Element

/** Drawn with lines. */
export const lined =
  (...paths: string[]): Icon =>
  ({ color = 'currentColor', stroke = 2, ...props }) => (
    <Drawing
      fill="none"
      stroke={color}
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...props}
    >
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </Drawing>
  )

/** Drawn as one filled area. */
export const filled =
  (path: string): Icon =>
  ({ color = 'currentColor', stroke: _, ...props }) => (
    <Drawing fill={color} {...props}>
      <path d={path} />
    </Drawing>
  )

function Drawing({ size = 24, ...props }: SVGProps<SVGSVGElement> & { size?: number }) {
  return <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width={size} height={size} {...props} />
}
