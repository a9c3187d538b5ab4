//! What regions of the board have the most of, in floating point, and the way
//! back from there to the cells. `eval::regions` says which cells they have.

use super::dataset::Positions;
use super::layout::Half;
use crate::eval::head::{REGION_CELL_LIMIT, REGION_FROM, REGION_HALF, UNIT};
use crate::eval::regions::Regions;
use crate::types::Point;

/// A cell adds no more to a region.
const CELL_LIMIT: f32 = REGION_CELL_LIMIT as f32 / UNIT as f32;

/// Features of a region, or their gradients, from both perspectives.
pub type Features = [[f32; REGION_HALF]; 2];

/// The most that any region has of each feature, and which region it is.
pub struct Most {
    /// The sums of those regions.
    pub sums: Features,
    regions: Regions,
    numbers: [[usize; REGION_HALF]; 2],
}

impl Most {
    /// Of a position whose cells have these sums of rows.
    pub fn new(set: &Positions, number: usize, cells: &[[Half; 2]]) -> Self {
        let regions = Regions::new(set.sizes[number]);
        let mut sums = vec![Features::default(); regions.count()];
        for (cell, cell_sums) in set.cells(number).iter().zip(cells) {
            let features = features(cell_sums);
            for region in regions.of(cell.point).flatten() {
                add(&mut sums[region], &features);
            }
        }
        let mut most = Self {
            sums: Features::default(),
            regions,
            numbers: Default::default(),
        };
        for (number, sum) in sums.iter().enumerate() {
            most.compare(number, sum);
        }
        most
    }

    fn compare(&mut self, number: usize, sum: &Features) {
        let sums = self.sums.as_flattened_mut().iter_mut();
        let numbers = self.numbers.as_flattened_mut();
        for ((most, most_number), &sum) in sums.zip(numbers).zip(sum.as_flattened()) {
            if sum > *most {
                (*most, *most_number) = (sum, number);
            }
        }
    }

    /// From the gradients of the most to those of all regions.
    pub fn backward(&self, gradients: &Features) -> RegionGradients<'_> {
        let mut of_regions = vec![Features::default(); self.regions.count()];
        for half in 0..2 {
            for (at, &number) in self.numbers[half].iter().enumerate() {
                of_regions[number][half][at] = gradients[half][at];
            }
        }
        RegionGradients {
            regions: &self.regions,
            gradients: of_regions,
        }
    }
}

/// The gradients of the sums of all regions.
pub struct RegionGradients<'a> {
    regions: &'a Regions,
    gradients: Vec<Features>,
}

impl RegionGradients<'_> {
    /// The gradients of what a cell with these sums of rows adds to its regions.
    /// The rectifier is the cell's own business.
    pub fn of_cell(&self, cell: Point, sums: &[Half; 2]) -> Features {
        let mut gradients = Features::default();
        for region in self.regions.of(cell).flatten() {
            add(&mut gradients, &self.gradients[region]);
        }
        for (gradients, sums) in gradients.iter_mut().zip(sums) {
            for (gradient, &sum) in gradients.iter_mut().zip(&sums[REGION_FROM..]) {
                if sum > CELL_LIMIT {
                    *gradient = 0.0;
                }
            }
        }
        gradients
    }
}

/// What a cell adds to its regions.
fn features(sums: &[Half; 2]) -> Features {
    sums.map(|half| std::array::from_fn(|at| half[REGION_FROM + at].clamp(0.0, CELL_LIMIT)))
}

fn add(sum: &mut Features, more: &Features) {
    let more = more.as_flattened();
    for (number, more) in sum.as_flattened_mut().iter_mut().zip(more) {
        *number += more;
    }
}
