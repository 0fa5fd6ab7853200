"""What moves with what: a hierarchy with shared geometry. Run it with: python examples/04_sun_earth_moon.py"""

import math

import limbik as lb

system = lb.solar_system()
print("joints in traversal order:", ", ".join(joint.name for joint in system.joints))

for month in range(0, 13, 3):
    pose = system.pose(
        year=2 * math.pi * month / 12,
        month=2 * math.pi * month * 365.25 / 29.53 / 12,
        earth=2 * math.pi * month * 365.25 / 12,
    )
    earth, moon = pose.world().position("earth"), pose.world().position("moon")
    print(f"month {month:2}: earth at ({earth[0]:5.2f}, {earth[1]:5.2f}), moon at ({moon[0]:5.2f}, {moon[1]:5.2f})")

# One sphere serves all three; each node's data-preparation matrix gives it its size, and nobody inherits that.
shapes = [system.joint(name).segment.geometry for name in ("sun", "earth", "moon")]
assert shapes[0] is shapes[1] is shapes[2]
