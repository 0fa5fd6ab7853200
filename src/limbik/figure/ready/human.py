"""`human`: a standing human with anatomical limits and masses, z up, x forward, y left.

The right limbs' joint frames have x backward, y to the right and z up, so that a positive turn about y, x, z is
flexion, abduction and medial rotation. The left limbs' frames are the right ones mirrored and then reversed, which
makes them right-handed again and gives every left angle the sign, limits and clinical name of its right twin.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Literal

import numpy as np

from limbik import check
from limbik.check import Array
from limbik.errors import InputError
from limbik.figure.figure import Figure
from limbik.figure.geometry import Capsule, Ellipsoid, Geometry, Segment
from limbik.figure.joint import Joint, LimbParts, Site
from limbik.figure.ready import anthropometry as body
from limbik.figure.transform import transform

Degrees = tuple[float, float]

RIGHT = np.diag([-1.0, -1.0, 1.0])  # axes of the right limbs' joints at rest
MIRROR = np.diag([1.0, -1.0, 1.0, 1.0])  # left for right
REVERSE = np.diag([-1.0, -1.0, -1.0, 1.0])


def human(
    height: float = 1.75,
    *,
    mass: float | None = None,
    sex: Literal["male", "female"] | None = None,
) -> Figure:
    """A human of a stature in metres and a body mass in kilograms (default: 22 kg/m^2 times the stature squared).

    Proportions follow the stature; masses and their centres are those of `sex`, or the mean of both. The rest pose
    stands upright with hanging arms, palms inward. Limits are clinical ranges, used as a box on the angles of each
    joint; a real shoulder's and hip's ranges depend on one another. Abduction of the shoulder stops at 90 degrees
    because in this order of angles (flexion, then abduction, then rotation) higher arms are flexion beyond 90.
    """
    stature = check.number("height", height)
    if not 0.4 <= stature <= 3.0:
        centimetres = 40.0 <= stature <= 300.0
        raise InputError(
            "height",
            f"is {stature:g}; stature is in metres, between 0.4 and 3",
            wrong=f"human(height={stature:g})" if centimetres else None,
            right=f"human(height={stature / 100:g})" if centimetres else None,
        )
    whole = body.USUAL_BODY_MASS_INDEX * stature**2 if mass is None else check.number("mass", mass)
    if not 1.0 <= whole <= 1000.0:
        raise InputError("mass", f"is {whole:g}; it is in kilograms, between 1 and 1000")
    if sex is not None:
        check.choice("sex", sex, ("male", "female"))
    maker = _Maker(stature, whole, sex)
    right_joints, right_sites = maker.right_arm()
    leg_joints, leg_sites = maker.right_leg()
    sided = [*right_joints, *leg_joints]
    names = {joint.name for joint in sided}
    joints = [*maker.trunk(), *sided, *(_left_joint(joint, names) for joint in sided)]
    sites = [*maker.trunk_sites(), *right_sites, *leg_sites]
    sites += [_left_site(site) for site in [*right_sites, *leg_sites]]
    limbs = {}
    for side in ("right", "left"):
        limbs[f"{side}_arm"] = LimbParts((f"{side}_shoulder", f"{side}_elbow", f"{side}_wrist"), f"{side}_hand")
        limbs[f"{side}_leg"] = LimbParts((f"{side}_hip", f"{side}_knee", f"{side}_ankle"), f"{side}_foot")
    return Figure(joints, sites, name="human", limbs=limbs, up="z", units="m")


class _Maker:
    """The parts for one stature, body mass and sex."""

    def __init__(self, stature: float, mass: float, sex: str | None) -> None:
        self.stature = stature
        self.mass = mass
        self.sex = sex

    def of(self, men_and_women: tuple[float, float]) -> float:
        """The number for the chosen sex."""
        men, women = men_and_women
        return men if self.sex == "male" else women if self.sex == "female" else 0.5 * (men + women)

    @cached_property
    def whole(self) -> float:
        """What the published shares add up to: not quite 1, because they were rounded."""
        once = (body.HEAD_MASS, body.UPPER_TRUNK_MASS, body.MIDDLE_TRUNK_MASS, body.LOWER_TRUNK_MASS)
        arms = (body.UPPER_ARM_MASS, body.FOREARM_MASS, body.HAND_MASS)
        legs = (body.THIGH_MASS, body.SHANK_MASS, body.FOOT_MASS)
        return sum(map(self.of, once)) + 2.0 * sum(map(self.of, (*arms, *legs)))

    def segment(
        self, geometry: Geometry | None, preparation: Array | None, mass: float, center: Sequence[float]
    ) -> Segment:
        return Segment(geometry, preparation, mass / self.whole * self.mass, np.array(center) * self.stature)

    def up(self, length: float, radius: float, end_radius: float | None = None) -> Capsule:
        """A capsule with measures over stature."""
        end = None if end_radius is None else end_radius * self.stature
        return Capsule(length * self.stature, radius * self.stature, end)

    def ball(self, x: float, y: float, z: float) -> Ellipsoid:
        return Ellipsoid((x * self.stature, y * self.stature, z * self.stature))

    def at(self, x: float, y: float, z: float, rotation: Array | None = None) -> Array:
        """A placement over stature."""
        return transform((x * self.stature, y * self.stature, z * self.stature), rotation)

    def trunk(self) -> list[Joint]:
        """Pelvis, three joints of the spine, neck and head."""
        men_women = self.of
        lower, middle, upper = body.LOWER_SPINE_HEIGHT, body.MIDDLE_SPINE_HEIGHT, body.UPPER_SPINE_HEIGHT
        omphalion, xiphion, collar = body.OMPHALION_HEIGHT, body.XIPHION_HEIGHT, body.COLLAR_HEIGHT
        pelvis_mass = omphalion + men_women(body.LOWER_TRUNK_CENTER) * (body.HIP_HEIGHT - omphalion)
        belly_mass = xiphion + men_women(body.MIDDLE_TRUNK_CENTER) * (omphalion - xiphion)
        chest_mass = collar + men_women(body.UPPER_TRUNK_CENTER) * (xiphion - collar)
        head_mass = 1.0 + men_women(body.HEAD_CENTER) * (body.NECK_HEIGHT - 1.0)
        # The upper trunk's mass is halved between the two segments of the chest, as far above as below its centre.
        half_chest, apart = 0.5 * men_women(body.UPPER_TRUNK_MASS), 0.5 * (body.NECK_HEIGHT - middle) / 2.0
        spine = (body.SPINE_FLEXION, body.SPINE_BENDING, body.SPINE_ROTATION)
        neck = (body.NECK_FLEXION, body.NECK_BENDING, body.NECK_ROTATION)
        pelvis = Joint.free(
            "pelvis",
            location=self.at(0.0, 0.0, body.HIP_HEIGHT),
            segment=self.segment(
                self.ball(0.056, 0.086, 0.072),
                self.at(0.0, 0.0, 0.030),
                men_women(body.LOWER_TRUNK_MASS),
                (0.0, 0.0, pelvis_mass - body.HIP_HEIGHT),
            ),
        )
        belly = self.segment(
            self.ball(0.052, 0.074, 0.090),
            self.at(0.0, 0.0, 0.042),
            men_women(body.MIDDLE_TRUNK_MASS),
            (0.0, 0.0, belly_mass - lower),
        )
        low_chest = self.segment(
            self.ball(0.060, 0.084, 0.090),
            self.at(0.0, 0.0, 0.040),
            half_chest,
            (0.0, 0.0, chest_mass - apart - middle),
        )
        high_chest = self.segment(
            self.ball(0.056, 0.090, 0.072),
            self.at(0.0, 0.0, 0.012),
            half_chest,
            (0.0, 0.0, chest_mass + apart - upper),
        )
        throat = self.segment(self.up(0.040, 0.030), self.at(0.0, 0.0, -0.010), 0.0, (0.0, 0.0, 0.0))
        skull = self.segment(
            self.ball(0.056, 0.044, 0.066),
            self.at(0.012, 0.0, 1.0 - 0.066 - body.HEAD_HEIGHT),
            men_women(body.HEAD_MASS),
            (0.0, 0.0, head_mass - body.HEAD_HEIGHT),
        )
        return [
            pelvis,
            self.vertebra("lower_spine", "pelvis", lower - body.HIP_HEIGHT, spine, body.LOWER_SPINE_SHARE, belly),
            self.vertebra("middle_spine", "lower_spine", middle - lower, spine, body.MIDDLE_SPINE_SHARE, low_chest),
            self.vertebra("upper_spine", "middle_spine", upper - middle, spine, body.UPPER_SPINE_SHARE, high_chest),
            self.vertebra("neck", "upper_spine", body.NECK_HEIGHT - upper, neck, body.NECK_SHARE, throat),
            self.vertebra("head", "neck", body.HEAD_HEIGHT - body.NECK_HEIGHT, neck, body.HEAD_SHARE, skull),
        ]

    def vertebra(
        self, name: str, parent: str, above: float, ranges: Sequence[Degrees], share: Sequence[float], segment: Segment
    ) -> Joint:
        return Joint.ball(
            name,
            parent,
            order="YXZ",
            names=("flexion", "right_bending", "left_rotation"),
            limits=[np.radians(limit) * part for limit, part in zip(ranges, share, strict=True)],
            location=self.at(0.0, 0.0, above),
            segment=segment,
        )

    def trunk_sites(self) -> list[Site]:
        return [
            Site("head_top", "head", self.at(0.0, 0.0, 1.0 - body.HEAD_HEIGHT)),
            Site("gaze", "head", self.at(0.060, 0.0, body.EYE_HEIGHT - body.HEAD_HEIGHT)),
        ]

    def right_arm(self) -> tuple[list[Joint], list[Site]]:
        """Clavicle, shoulder, elbow, wrist; the hand's sites have x along the fingers and z out of the palm."""
        out = 0.5 * (body.SHOULDER_SPAN - body.COLLAR_SPAN)
        inner = self.at(0.0, -0.5 * body.COLLAR_SPAN, body.COLLAR_HEIGHT - body.UPPER_SPINE_HEIGHT, RIGHT)
        toward_shoulder = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])  # z of the capsule along y
        hanging = np.diag([1.0, -1.0, -1.0])  # z of the capsule downward
        palm = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, -1.0], [-1.0, 0.0, 0.0]])
        joints = [
            Joint.universal(
                "right_clavicle",
                "upper_spine",
                order="ZX",
                names=("protraction", "elevation"),
                limits=np.radians([body.CLAVICLE_PROTRACTION, body.CLAVICLE_ELEVATION]).tolist(),
                location=inner,
                segment=Segment(self.up(out, 0.026, 0.033), transform(orientation=toward_shoulder)),
            ),
            self.limb_ball(
                "right_shoulder",
                "right_clavicle",
                self.at(0.0, out, body.SHOULDER_HEIGHT - body.COLLAR_HEIGHT),
                "YXZ",
                {
                    "flexion": body.SHOULDER_FLEXION,
                    "abduction": body.SHOULDER_ABDUCTION,
                    "medial_rotation": body.SHOULDER_MEDIAL_ROTATION,
                },
                self.segment(
                    self.up(body.UPPER_ARM, 0.032, 0.024),
                    self.at(0.0, 0.0, 0.0, hanging),
                    self.of(body.UPPER_ARM_MASS),
                    (0.0, 0.0, -self.of(body.UPPER_ARM_CENTER) * body.UPPER_ARM),
                ),
            ),
            Joint.hinge(
                "right_elbow",
                "right_shoulder",
                "y",
                names=("flexion",),
                limits=np.radians(body.ELBOW_FLEXION).tolist(),
                location=self.at(0.0, 0.0, -body.UPPER_ARM),
                segment=self.segment(
                    self.up(body.FOREARM, 0.024, 0.016),
                    self.at(0.0, 0.0, 0.0, hanging),
                    self.of(body.FOREARM_MASS),
                    (0.0, 0.0, -self.of(body.FOREARM_CENTER) * body.FOREARM),
                ),
            ),
            self.limb_ball(
                "right_wrist",
                "right_elbow",
                self.at(0.0, 0.0, -body.FOREARM),
                "ZXY",
                {
                    "pronation": body.FOREARM_PRONATION,
                    "extension": body.WRIST_EXTENSION,
                    "radial_deviation": body.WRIST_RADIAL_DEVIATION,
                },
                self.segment(
                    self.ball(0.022, 0.010, 0.5 * body.HAND),
                    self.at(0.0, 0.0, -0.5 * body.HAND),
                    self.of(body.HAND_MASS),
                    (0.0, 0.0, -self.of(body.HAND_CENTER) * body.HAND),
                ),
            ),
        ]
        sites = [
            Site("right_hand", "right_wrist", self.at(0.0, 0.0, -0.5 * body.HAND, palm)),
            Site("right_fingertip", "right_wrist", self.at(0.0, 0.0, -body.HAND, palm)),
        ]
        return joints, sites

    def right_leg(self) -> tuple[list[Joint], list[Site]]:
        """Hip, knee, ankle; the foot's sites have x forward and z up."""
        hanging = np.diag([1.0, -1.0, -1.0])
        heel_to_center = self.of(body.FOOT_CENTER) * body.FOOT
        ball_of_foot = 0.5 * body.FOOT - body.HEEL
        joints = [
            self.limb_ball(
                "right_hip",
                "pelvis",
                self.at(0.0, -0.5 * body.HIP_SPAN, 0.0, RIGHT),
                "YXZ",
                {
                    "flexion": body.HIP_FLEXION,
                    "abduction": body.HIP_ABDUCTION,
                    "medial_rotation": body.HIP_MEDIAL_ROTATION,
                },
                self.segment(
                    self.up(body.THIGH, 0.048, 0.032),
                    self.at(0.0, 0.0, 0.0, hanging),
                    self.of(body.THIGH_MASS),
                    (0.0, 0.0, -self.of(body.THIGH_CENTER) * body.THIGH),
                ),
            ),
            Joint.hinge(
                "right_knee",
                "right_hip",
                "-y",
                names=("flexion",),
                limits=np.radians(body.KNEE_FLEXION).tolist(),
                location=self.at(0.0, 0.0, -body.THIGH),
                segment=self.segment(
                    self.up(body.SHANK, 0.034, 0.020),
                    self.at(0.0, 0.0, 0.0, hanging),
                    self.of(body.SHANK_MASS),
                    (0.0, 0.0, -self.of(body.SHANK_CENTER) * body.SHANK),
                ),
            ),
            self.limb_ball(
                "right_ankle",
                "right_knee",
                self.at(0.0, 0.0, -body.SHANK),
                "YXZ",
                {
                    "dorsiflexion": body.ANKLE_DORSIFLEXION,
                    "eversion": body.ANKLE_EVERSION,
                    "adduction": body.ANKLE_ADDUCTION,
                },
                self.segment(
                    self.ball(0.5 * body.FOOT, 0.5 * body.FOOT_BREADTH, 0.018),
                    self.at(-ball_of_foot, 0.0, 0.018 - body.ANKLE_HEIGHT),
                    self.of(body.FOOT_MASS),
                    (body.HEEL - heel_to_center, 0.0, 0.018 - body.ANKLE_HEIGHT),
                ),
            ),
        ]
        sites = [
            Site("right_foot", "right_ankle", self.at(0.0, 0.0, -body.ANKLE_HEIGHT, RIGHT)),
            Site("right_heel", "right_ankle", self.at(body.HEEL, 0.0, -body.ANKLE_HEIGHT, RIGHT)),
            Site("right_toe", "right_ankle", self.at(body.HEEL - body.FOOT, 0.0, -body.ANKLE_HEIGHT, RIGHT)),
        ]
        return joints, sites

    def limb_ball(
        self, name: str, parent: str, location: Array, order: str, angles: dict[str, Degrees], segment: Segment
    ) -> Joint:
        return Joint.ball(
            name,
            parent,
            order=order,
            names=tuple(angles),
            limits=np.radians(list(angles.values())).tolist(),
            location=location,
            segment=segment,
        )


def _left_joint(joint: Joint, sided: set[str]) -> Joint:
    """The left twin of a right limb's joint; every number is negated or kept, none is rounded."""
    outside = REVERSE if joint.parent in sided else MIRROR
    segment = joint.segment
    return Joint(
        joint.name.replace("right", "left"),
        joint.kind,
        joint.parent.replace("right", "left") if joint.parent in sided else joint.parent,
        location=outside @ joint.location @ REVERSE,
        axes=joint.axes,  # type: ignore[arg-type]
        order=joint.order,
        names=joint.names,
        limits=joint.limits,
        rest=joint.rest,
        segment=Segment(segment.geometry, REVERSE @ segment.preparation, segment.mass, -segment.center_of_mass),
    )


def _left_site(site: Site) -> Site:
    name, parent = (text.replace("right", "left") for text in (site.name, site.parent))
    return Site(name, parent, REVERSE @ site.location @ MIRROR)
