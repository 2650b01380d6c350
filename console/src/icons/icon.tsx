// How an icon is drawn: as large and in the color that it is told, or as the text around it.
import type { SVGProps } from 'react'

type IconProps = Omit<SVGProps<SVGSVGElement>, 'stroke'> & {
  /** Of both sides, in pixels. */
  size?: number
  /** How wide lines are, on a grid of 24. */
  stroke?: number
}

export type Icon = (props: IconProps) => React.JSX.Element

/** Of lines. */
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

/** Of one area. */
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
