//! All entities of a game, and their picture at the end of a frame.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use super::commands::{Command, Parts, commands};
use super::entity::{Entity, Kind, Surroundings};
use crate::scene::{ImagePart, Mark, Sheet, Stamp};

/// Width and height of the picture that the official viewer draws, in pixels.
const PICTURE: [f64; 2] = [1920.0, 1080.0];

/// The most entities.
const MOST_ENTITIES: usize = 50_000;

/// The most parts of images; further ones are drawn as boxes.
const MOST_PARTS: usize = 10_000;

/// Groups that are nested more deeply are not drawn.
const DEPTH: usize = 60;

/// All entities of a game.
pub(super) struct World {
    around: Surroundings,
    entities: Vec<Entity>,
    /// All shapes so far by their text as JSON: equal ones are one.
    stamps: HashMap<String, Arc<Stamp>>,
    /// Images that are parts of others.
    parts: Arc<BTreeMap<String, ImagePart>>,
}

/// A place in a picture: a matrix and an opacity.
#[derive(Clone, Copy)]
struct Place {
    at: [f64; 2],
    matrix: [f64; 4],
    alpha: f64,
}

impl Place {
    /// The place of an entity in a group at this place.
    fn of(self, entity: &Entity, unit: f64) -> Self {
        let number = |name, default| entity.number(name, default);
        let (x, y) = (number("x", 0.0) * unit, number("y", 0.0) * unit);
        let [sx, sy] = ["scaleX", "scaleY"].map(|name| number(name, 1.0));
        let [turn, kx, ky] =
            ["rotation", "skewX", "skewY"].map(|name| number(name, 0.0).to_radians());
        let own = [
            (turn + ky).cos() * sx,
            (turn + ky).sin() * sx,
            -(turn - kx).sin() * sy,
            (turn - kx).cos() * sy,
        ];
        let [a, b, c, d] = self.matrix;
        let through = |x: f64, y: f64| [a * x + c * y, b * x + d * y];
        let [left, top] = through(x, y);
        let ([a, b], [c, d]) = (through(own[0], own[1]), through(own[2], own[3]));
        Self {
            at: [self.at[0] + left, self.at[1] + top],
            matrix: [a, b, c, d],
            alpha: self.alpha * number("alpha", 1.0).clamp(0.0, 1.0),
        }
    }

    /// Whether a shape there can be seen.
    fn is_seen(self) -> bool {
        let [a, b, c, d] = self.matrix;
        self.alpha >= 0.005
            && [a, b, c, d].iter().chain(&self.at).all(|it| it.is_finite())
            && a.hypot(b) > 1e-6
            && c.hypot(d) > 1e-6
    }

    fn pose(self) -> [f32; 5] {
        // The sum makes a plain zero of a negative one.
        let [a, b, c, d] = self.matrix.map(|it| ((it * 1e4).round() / 1e4 + 0.0) as f32);
        [a, b, c, d, ((self.alpha * 100.0).round() / 100.0) as f32]
    }
}

impl World {
    /// A world of this width and height without entities, and the names of the players.
    pub(super) fn new(size: [f64; 2], players: Vec<String>) -> Self {
        let unit = (PICTURE[0] / size[0]).min(PICTURE[1] / size[1]);
        let around = Surroundings { unit, size: size.map(|side| side * unit), players };
        Self { around, entities: Vec::new(), stamps: HashMap::new(), parts: Arc::default() }
    }

    /// Width and height of the picture.
    fn size(&self) -> [u32; 2] {
        self.around.size.map(|side| side.round().max(1.0) as u32)
    }

    /// A frame's commands.
    ///
    /// # Errors
    /// What is wrong with them. Then the world is not one of a frame any more.
    pub(super) fn apply(&mut self, text: &str) -> Result<(), String> {
        let mut updates = Vec::new();
        for command in commands(text)? {
            match command {
                Command::Load(parts) => self.load(parts),
                Command::Create(letters) => {
                    let kind = Kind::of(&letters)
                        .ok_or_else(|| format!("{letters:?} is not a kind of entity"))?;
                    if self.entities.len() >= MOST_ENTITIES {
                        return Err(format!("it has more than {MOST_ENTITIES} entities"));
                    }
                    self.entities.push(Entity::new(kind));
                }
                Command::Update { id, time, values } => updates.push((time, id, values)),
            }
        }
        updates.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (_, id, values) in updates {
            let place = (id as usize).checked_sub(1);
            let entity = place.and_then(|place| self.entities.get_mut(place));
            let entity = entity.ok_or_else(|| format!("there is no entity {id}"))?;
            entity.is_there = true;
            for (name, value) in values {
                entity.set(&name, &value)?;
            }
        }
        Ok(())
    }

    /// Names the parts of an image.
    fn load(&mut self, Parts { name, image, size, first, count, per_row }: Parts) {
        let all = Arc::make_mut(&mut self.parts);
        for at in 0..count {
            if all.len() >= MOST_PARTS {
                return;
            }
            let name = if count > 1 { format!("{name}{at}") } else { name.clone() };
            let left = first[1].saturating_add(at % per_row).saturating_mul(size[0]);
            let top = first[0].saturating_add(at / per_row).saturating_mul(size[1]);
            let frame = [left, top, size[0], size[1]];
            all.insert(name, ImagePart { image: image.clone(), frame });
        }
    }

    /// The picture at the end of the frame.
    pub(super) fn sheet(&mut self) -> Sheet {
        let groups = self.groups();
        let mut marks = Vec::new();
        let place = Place { at: [0.0, 0.0], matrix: [1.0, 0.0, 0.0, 1.0], alpha: 1.0 };
        self.draw(0, place, &groups, DEPTH, &mut marks);
        Sheet { size: self.size(), marks, parts: Arc::clone(&self.parts) }
    }

    /// The entities of each group, and of the whole world by 0, in the order of drawing. What is a mask is not drawn.
    fn groups(&self) -> HashMap<u32, Vec<u32>> {
        let all = || (1u32..).zip(&self.entities);
        let masks: BTreeSet<u32> = all()
            .map(|(_, entity)| entity.number("mask", -1.0))
            .filter(|mask| *mask > 0.0)
            .map(|mask| mask as u32)
            .collect();
        let mut group_of = vec![0; self.entities.len()];
        let mut groups: HashMap<u32, Vec<u32>> = HashMap::new();
        for (id, entity) in all() {
            for child in &entity.children {
                if let Some(group) =
                    (*child as usize).checked_sub(1).and_then(|it| group_of.get_mut(it))
                {
                    *group = id;
                }
            }
        }
        let depth = |id: u32| self.entities[id as usize - 1].number("zIndex", 0.0);
        for (id, entity) in all() {
            let mut seen = BTreeSet::new();
            let is_own = |child: &&u32| {
                (**child as usize).checked_sub(1).and_then(|it| group_of.get(it)) == Some(&id)
            };
            let own = entity.children.iter().filter(is_own).filter(|child| seen.insert(**child));
            let own: Vec<u32> = own.copied().filter(|child| !masks.contains(child)).collect();
            if !own.is_empty() {
                groups.insert(id, own);
            }
        }
        let free =
            (1u32..).zip(&group_of).filter(|(id, group)| **group == 0 && !masks.contains(id));
        groups.insert(0, free.map(|(id, _)| id).collect());
        for group in groups.values_mut() {
            group.sort_by(|a, b| depth(*a).total_cmp(&depth(*b)));
        }
        groups
    }

    /// Adds the marks of a group.
    fn draw(
        &mut self,
        group: u32,
        place: Place,
        groups: &HashMap<u32, Vec<u32>>,
        depth: usize,
        marks: &mut Vec<Mark>,
    ) {
        let Some(members) = groups.get(&group).filter(|_| depth > 0) else { return };
        for &id in members {
            let entity = &self.entities[id as usize - 1];
            let place = place.of(entity, self.around.unit);
            if !entity.is_there || entity.number("visible", 1.0) == 0.0 || !place.is_seen() {
                continue;
            }
            if entity.kind == Kind::Group {
                self.draw(id, place, groups, depth - 1, marks);
            } else if let Some(stamp) = self.stamp(id) {
                let at = place.at.map(|side| ((side * 10.0).round() / 10.0) as f32);
                marks.push(Mark { of: id, stamp, at, pose: place.pose() });
            }
        }
    }

    /// The shape of an entity.
    fn stamp(&mut self, id: u32) -> Option<Arc<Stamp>> {
        let entity = &mut self.entities[id as usize - 1];
        if entity.has_changed {
            entity.stamp = entity.shape(&self.around).map(|stamp| {
                let key = serde_json::to_string(&stamp).unwrap_or_default();
                Arc::clone(self.stamps.entry(key).or_insert_with(|| Arc::new(stamp)))
            });
            entity.has_changed = false;
        }
        entity.stamp.clone()
    }
}
